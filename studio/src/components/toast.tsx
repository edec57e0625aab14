/** Short messages over the page, such as errors and why a move is illegal. */

import { useEffect, useState } from "preact/hooks";
import { sentenceCase } from "../format";

let show: (text: string) => void = () => {};
const DURATION = 5000; // ms

export function showToast(text: string): void {
  show(sentenceCase(text)); // messages of the server begin with a small letter
}

export function Toast() {
  const [toast, setToast] = useState<{ text: string; count: number } | null>(null);
  useEffect(() => {
    show = (text) => setToast((previous) => ({ text, count: (previous?.count ?? 0) + 1 }));
  }, []);
  useEffect(() => {
    const timer = setTimeout(() => setToast(null), DURATION);
    return () => clearTimeout(timer);
  }, [toast]);
  return (
    <div class="toast-area" role="alert">
      {toast && (
        <button type="button" class="toast" key={toast.count} onClick={() => setToast(null)}>
          {toast.text}
        </button>
      )}
    </div>
  );
}
