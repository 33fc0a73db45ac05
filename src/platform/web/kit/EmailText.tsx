/** An e-mail address that, where it does not fit its line, breaks before its domain rather than anywhere. */
export function EmailText({ address }: { address: string }) {
  const at = address.lastIndexOf('@');
  return (
    <span style={{ overflowWrap: 'anywhere' }}>
      {address.slice(0, at + 1)}
      <wbr />
      {address.slice(at + 1)}
    </span>
  );
}
