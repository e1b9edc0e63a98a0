/** @module Who may read the responses of `cors`. */

export const policy = {
  origins: ['https://app.example', 'https://admin.example'],
  methods: ['GET', 'POST', 'PUT', 'DELETE'],
  allowedHeaders: ['Content-Type', 'Authorization'],
  maxAge: 600,
};

export const items = [
  { id: 1, name: 'lamp' },
  { id: 2, name: 'table' },
];
