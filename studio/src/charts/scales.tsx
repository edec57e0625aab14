/** Scales, steps of axes and lines that all charts share. */

export type Scale = (value: number) => number;

/** Map the numbers from `low` to `high` to the pixels from `from` to `to`. */
export function linearScale([low, high]: [number, number], [from, to]: [number, number]): Scale {
  return (value) => from + ((value - low) / (high - low)) * (to - from);
}

/** Range of the values, widened by a fraction on both sides; never empty. */
export function rangeOf(values: number[], margin = 0): [number, number] {
  const low = Math.min(...values);
  const high = Math.max(...values);
  if (high <= low) return [low - 0.5, high + 0.5];
  return [low - margin * (high - low), high + margin * (high - low)];
}

/** Round numbers within a range for the marks of an axis: about `maxCount`, in steps of 1, 2 or 5 times a power of 10. */
export function axisSteps([low, high]: [number, number], maxCount: number, minStep = 0): number[] {
  const roughStep = (high - low) / maxCount;
  const power = 10 ** Math.floor(Math.log10(roughStep));
  const step = Math.max(([1, 2, 5, 10].find((factor) => factor * power >= roughStep) ?? 10) * power, minStep);
  const steps = [];
  for (let n = Math.ceil(low / step); n * step <= high + step * 1e-9; n += 1)
    steps.push(Number((n * step).toPrecision(12)));
  return steps;
}

/** Values by index as a line. */
export function Polyline({ values, x, y, ...rest }: { class?: string; values: number[]; x: Scale; y: Scale }) {
  return <polyline {...rest} fill="none" points={values.map((value, k) => `${x(k)},${y(value)}`).join(" ")} />;
}
