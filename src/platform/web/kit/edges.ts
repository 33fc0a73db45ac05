/** What scrolls sideways says at its edges that there is more: which ones stand in `data-more`, for its styles to fade. */

const MORE_FROM = 1;

function tell(box: HTMLElement): void {
  const { scrollLeft, scrollWidth, clientWidth } = box;
  const more = [
    ...(scrollLeft > MORE_FROM ? ['start'] : []),
    ...(scrollWidth - clientWidth - scrollLeft > MORE_FROM ? ['end'] : []),
  ].join(' ');
  if (more === '') delete box.dataset.more;
  else box.dataset.more = more;
}

/** The `ref` of such a box. */
export function edges(box: HTMLElement | null): (() => void) | undefined {
  if (!box) return undefined;
  const again = () => tell(box);
  const sizes = new ResizeObserver(again);
  const watch = () => {
    sizes.disconnect();
    for (const one of [box, ...box.children]) sizes.observe(one);
  };
  const parts = new MutationObserver(watch);
  parts.observe(box, { childList: true });
  box.addEventListener('scroll', again, { passive: true });
  watch();
  return () => {
    sizes.disconnect();
    parts.disconnect();
    box.removeEventListener('scroll', again);
  };
}
