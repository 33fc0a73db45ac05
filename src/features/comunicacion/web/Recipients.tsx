import { EmailText } from '#platform/web/kit/EmailText.tsx';

/** Addresses one below the other; a long one breaks where an address may. */
export function Recipients({ para }: { para: readonly string[] }) {
  return para.map((address) => (
    <div key={address}>
      <EmailText address={address} />
    </div>
  ));
}
