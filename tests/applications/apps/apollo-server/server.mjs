import { createServer } from 'node:http';
import { ApolloServer } from '@apollo/server';
import { ApolloServerPluginDrainHttpServer } from '@apollo/server/plugin/drainHttpServer';
import { ApolloServerPluginLandingPageLocalDefault } from '@apollo/server/plugin/landingPage/default';
import { expressMiddleware } from '@as-integrations/express5';
import cors from 'cors';
import express from 'express';
import { GraphQLError } from 'graphql';

const typeDefs = `
  type Book { id: ID!, title: String! }
  type Query { books: [Book!]!, book(id: ID!): Book, who: String, fail: String }
  type Mutation { add(title: String!): Book! }
`;
const books = [{ id: '1', title: 'First' }];
const resolvers = {
  Query: {
    books: () => books,
    book: (_parent, { id }) => books.find((book) => book.id === id),
    who: (_parent, _args, { user }) => user,
    fail: () => {
      throw new GraphQLError('forbidden', {
        extensions: { code: 'FORBIDDEN', http: { status: 403, headers: new Map([['x-reason', 'none']]) } },
      });
    },
  },
  Mutation: {
    add: (_parent, { title }) => {
      const book = { id: `${books.length + 1}`, title };
      books.push(book);
      return book;
    },
  },
};

const app = express();
const server = createServer(app);
const apollo = new ApolloServer({
  typeDefs,
  resolvers,
  allowBatchedHttpRequests: true,
  includeStacktraceInErrorResponses: false,
  plugins: [
    ApolloServerPluginDrainHttpServer({ httpServer: server }),
    ApolloServerPluginLandingPageLocalDefault({ precomputedNonce: 'nonce' }),
  ],
});
await apollo.start();
app.use(
  '/graphql',
  cors({ origin: ['http://a.example'] }),
  express.json({ limit: '1mb' }),
  expressMiddleware(apollo, {
    context: async ({ req }) => {
      const user = req.get('Authorization');
      if (user === 'unknown')
        throw new GraphQLError('unauthenticated', {
          extensions: { code: 'UNAUTHENTICATED', http: { status: 401 } },
        });
      return { user };
    },
  }),
);
app.use('/unparsed', expressMiddleware(apollo));
server.listen(Number(process.env.PORT), '127.0.0.1');
