import express from 'express';
import { GraphQLError } from 'graphql';
import { createSchema, createYoga } from 'graphql-yoga';

const typeDefs = `
  scalar File
  type User { id: ID!, name: String! }
  type Query { hello(name: String): String!, user(id: ID!): User, header(name: String!): String, fail: String, crash: String }
  type Mutation { rename(id: ID!, name: String!): User, read(file: File!): String! }
  type Subscription { count(to: Int!): Int! }
`;

const users = new Map([['1', { id: '1', name: 'Ann' }]]);

const resolvers = {
  Query: {
    hello: (_parent, { name }) => `Hello, ${name ?? 'world'}`,
    user: (_parent, { id }) => users.get(id),
    header: (_parent, { name }, { req }) => req.get(name),
    fail: () => {
      throw new GraphQLError('refused', { extensions: { code: 'REFUSED', http: { status: 403 } } });
    },
    crash: () => {
      throw new Error('a secret');
    },
  },
  Mutation: {
    rename: (_parent, { id, name }) => {
      const user = { id, name };
      users.set(id, user);
      return user;
    },
    read: (_parent, { file }) => file.text(),
  },
  Subscription: {
    count: {
      async *subscribe(_parent, { to }) {
        for (let count = 1; count <= to; count++) yield { count };
      },
    },
  },
};

const app = express();
app.use((_req, res, next) => {
  res.set('X-Before', 'yes');
  next();
});
const yoga = createYoga({
  schema: createSchema({ typeDefs, resolvers }),
  batching: true,
  cors: { origin: 'http://a.example', credentials: true },
  logging: false,
});
app.use(yoga.graphqlEndpoint, yoga);
app.use(
  '/api',
  express.json(),
  createYoga({ schema: createSchema({ typeDefs, resolvers }), graphqlEndpoint: '/api', logging: false }),
);
app.get('/plain', (_req, res) => res.json({ plain: true }));
app.listen(Number(process.env.PORT), '127.0.0.1');
