import express from 'express';
import Provider from 'oidc-provider';

const port = Number(process.env.PORT);
const provider = new Provider(`http://127.0.0.1:${port}/oidc`, {
  clients: [
    {
      client_id: 'app',
      client_secret: 'secret',
      grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
      redirect_uris: ['http://127.0.0.1/callback'],
    },
  ],
  cookies: { keys: ['key'] },
  pkce: { required: () => false },
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    introspection: { enabled: true },
    revocation: { enabled: true },
  },
  interactions: { url: (_ctx, interaction) => `/login/${interaction.uid}` },
  claims: { openid: ['sub'], profile: ['name'] },
  findAccount: async (_ctx, id) => ({ accountId: id, claims: async () => ({ sub: id, name: 'Ann' }) }),
});

const app = express();
app.set('trust proxy', true);
app.get('/login/:uid', async (req, res) => {
  const { prompt, params } = await provider.interactionDetails(req, res);
  res.json({ prompt: prompt.name, client: params.client_id });
});
app.post('/login/:uid', express.urlencoded({ extended: false }), async (req, res) => {
  await provider.interactionFinished(
    req,
    res,
    { login: { accountId: req.body.name } },
    { mergeWithLastSubmission: false },
  );
});
app.post('/login/:uid/confirm', async (req, res) => {
  const { session, params } = await provider.interactionDetails(req, res);
  const grant = new provider.Grant({ accountId: session.accountId, clientId: params.client_id });
  grant.addOIDCScope('openid profile offline_access');
  await provider.interactionFinished(
    req,
    res,
    { consent: { grantId: await grant.save() } },
    { mergeWithLastSubmission: true },
  );
});
app.use('/oidc', provider.callback());
app.get('/own', (_req, res) => res.json({ own: true }));
app.listen(port, '127.0.0.1');
