/** A list of users, as JSON of about so many bytes. @param {number} size */
export function users(size) {
  /** @type {object[]} */
  const list = [];
  for (let id = 1; JSON.stringify(list).length < size; id++) {
    list.push({
      id,
      name: `User ${id}`,
      mail: `user${id}@example.org`,
      active: id % 3 === 0,
      tags: ['a', 'b'],
    });
  }
  return Buffer.from(JSON.stringify(list));
}
