/** @module The body of `echo`: an order of a kilobyte, a different one for each id. */

/** @param {number} id */
export const order = (id) =>
  JSON.stringify({
    id,
    customer: { name: `Customer ${id}`, street: `${1 + (id % 300)} Marylebone Road`, city: 'London' },
    items: Array.from({ length: 9 }, (_, index) => ({
      sku: `SKU-${1_000 + ((id * 7 + index) % 9_000)}`,
      title: `Article number ${index}`,
      quantity: 1 + ((id + index) % 9),
      price: 9.5 + (id % 100) + index,
    })),
    note: 'Please ring twice. '.repeat(12),
  });
