const ENTITIES: Readonly<Record<string, string>> = {
  '"': '&quot;',
  '&': '&amp;',
  "'": '&#39;',
  '<': '&lt;',
  '>': '&gt;',
};

/** The text for use in an HTML element or attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/["&'<>]/g, (char) => ENTITIES[char] ?? char);
}
