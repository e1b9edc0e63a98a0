import { ApolloServer } from '@apollo/server';
import { expressMiddleware } from '@as-integrations/express5';
import express from 'express';
import { expect } from 'vitest';
import { packages } from '../works.ts';

const works = packages('@apollo/server @as-integrations/express5');

works(
  'respond to queries, mutations and invalid requests, with a context from the request',
  async ({ app, serve }) => {
    const things = new Map([['1', 'one']]);
    const apollo = new ApolloServer<{ user: string | undefined }>({
      typeDefs:
        'type Query { thing(id: ID!): String, me: String } type Mutation { put(id: ID!, name: String!): Int }',
      resolvers: {
        Query: { thing: (_, { id }) => things.get(id), me: (_parent, _args, { user }) => user },
        Mutation: { put: (_, { id, name }) => things.set(id, name).size },
      },
      includeStacktraceInErrorResponses: false,
    });
    await apollo.start();
    const context = async ({ req }: { req: express.Request }) => ({ user: req.get('X-User') });
    app.use('/graphql', express.json(), expressMiddleware(apollo, { context }));
    const { visitor } = await serve();
    const ask = async (query: string, variables = {}) =>
      (await visitor.post('/graphql', { query, variables }, { 'X-User': 'ada' })).json();
    expect(await ask('query($id: ID!) { thing(id: $id) me }', { id: '1' })).toEqual({
      data: { thing: 'one', me: 'ada' },
    });
    expect(await ask('mutation { put(id: "2", name: "two") }')).toEqual({ data: { put: 2 } });
    const query = encodeURIComponent('{ thing(id: "2") }');
    const got = await visitor.get(`/graphql?query=${query}`, { 'Apollo-Require-Preflight': 'true' });
    expect(got.json()).toEqual({ data: { thing: 'two' } });
    const wrong = await visitor.post('/graphql', { query: '{ nothing }' });
    expect([wrong.status, wrong.json()]).toMatchObject([
      400,
      { errors: [{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }] },
    ]);
    expect((await visitor.post('/graphql', '{"query":', { 'Content-Type': 'application/json' })).status).toBe(
      400,
    );
    await apollo.stop();
  },
);
