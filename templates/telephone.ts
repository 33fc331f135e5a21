/** A phone number as `tel:` wants it: ten digits are taken for the United States. */
export function telephone(shown: string): string {
  const digits = shown.replace(/\D/g, '');
  return digits.length === 10 ? `+1${digits}` : `+${digits}`;
}
