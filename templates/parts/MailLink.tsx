/** A link with an e-mail address. Where it does not fit on a line, it breaks before the host. */
export function MailLink({ address }: { readonly address: string }) {
  const at = address.lastIndexOf('@') + 1;
  return (
    <a href={`mailto:${address}`}>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </a>
  );
}
