/** Requests under /api. Errors are thrown with the server's message. */

import type { Problem } from "../protocol";

export class HttpError extends Error {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

/** Whether an error says that there is nothing at an address. */
export const isMissing = (error: Error): boolean => error instanceof HttpError && error.status === 404;

/** Whether an error says that the server does not answer, or not now. */
export const isOffline = (error: Error): boolean =>
  error instanceof HttpError && (error.status === 0 || error.status >= 500);

export async function get<T>(path: string): Promise<T> {
  return parseResponse<T>(await request(path));
}

export async function post<T>(path: string, body?: unknown): Promise<T> {
  const options =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
  return parseResponse<T>(await request(path, { method: "POST", ...options }));
}

/** Post plain text, such as the content of a file. */
export async function postText<T>(path: string, text: string): Promise<T> {
  return parseResponse<T>(await request(path, { method: "POST", body: text }));
}

async function request(path: string, options?: RequestInit): Promise<Response> {
  try {
    return await fetch(`/api${path}`, { credentials: "same-origin", ...options });
  } catch {
    throw new HttpError("The Studio does not answer. Is `ludus studio` still running?", 0);
  }
}

async function parseResponse<T>(response: Response): Promise<T> {
  if (response.ok) return (await response.json()) as T;
  if (response.status === 401) {
    throw new HttpError("Please open the link that `ludus studio` prints. It contains the token of this Studio.", 401);
  }
  const problem = (await response.json().catch(() => null)) as Problem | null;
  throw new HttpError(problem?.message ?? `The Studio answered with status ${response.status}.`, response.status);
}
