/**
 * Does `work` for each item, so many at a time. After an error nothing new is begun, what is under way is awaited, and only
 * then the error is thrown: nothing goes on behind the back of whoever has been answered.
 */
export async function forEach<T>(
  items: readonly T[],
  workers: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  const errors: unknown[] = [];
  const worker = async () => {
    while (errors.length === 0) {
      const { done, value } = queue.next();
      if (done) return;
      try {
        await work(value);
      } catch (error) {
        errors.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: workers }, worker));
  if (errors.length > 0) throw errors[0];
}
