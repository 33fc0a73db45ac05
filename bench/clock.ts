/**
 * Loaded into the product's process before anything else: it believes that it is so many days later, so that a month can be
 * begun, worked and closed in one run. Only the date moves; whatever is measured or waited for keeps its own time.
 */
const shift = Number(process.env.PORTON_BANCO_DIAS ?? 0) * 86_400_000;

if (shift !== 0) {
  const RealDate = Date;
  const now = RealDate.now;
  RealDate.now = () => now() + shift;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args: [], asked) => Reflect.construct(target, args.length === 0 ? [target.now()] : args, asked),
    apply: (target) => new target(target.now()).toString(),
  });
}
