/** A nested object as an API answers it, made anew for each answer as if it came from a database. */
export const profile = () => ({
  id: 42,
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  active: true,
  address: {
    street: '12 St James Square',
    city: 'London',
    country: 'GB',
    position: { latitude: 51.5074, longitude: -0.1278 },
  },
  tags: ['mathematics', 'engines', 'poetry'],
  orders: [
    { id: 1001, total: 59.85, paid: true, items: [{ sku: 'CARD-100', quantity: 3, price: 19.95 }] },
    { id: 1002, total: 8.5, paid: false, items: [{ sku: 'GEAR-7', quantity: 1, price: 8.5 }] },
  ],
});
