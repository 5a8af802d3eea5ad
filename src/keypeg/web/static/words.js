// Small help with words.

export function upper(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
