let changes = 0;

/** How often layers of any application or router have changed. What has been read from them holds until then. */
export function changeCount(): number {
  return changes;
}

export function countChange(): void {
  changes++;
}
