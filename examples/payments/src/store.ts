import { randomUUID } from 'node:crypto';
import { HttpError } from 'nextpress';

/** A payment as it is stored. */
export interface Payment {
  readonly id: string;
  readonly account: string;
  readonly amount: { readonly value: number; readonly currency: 'EUR' | 'GBP' | 'USD' };
  readonly reference: string;
  readonly card: { readonly last4: string; readonly holder: string };
  readonly status: 'authorized' | 'captured' | 'refunded';
  /** For the fraud department only: not declared in any response schema. */
  readonly risk: number;
}

/** What a client sends. */
export interface NewPayment {
  readonly amount: { readonly value: number; readonly currency: 'EUR' | 'GBP' | 'USD' };
  readonly reference: string;
  readonly card: { readonly number: string; readonly holder: string };
}

/** Payments in memory. A real application would use a database. */
export class PaymentStore {
  readonly #payments = new Map<string, Payment>();
  /** Payment IDs by idempotency key, per account. */
  readonly #keys = new Map<string, string>();

  /** Creates a payment, or returns the one already created with the same key. */
  create(
    account: string,
    key: string,
    { amount, reference, card }: NewPayment,
  ): { payment: Payment; isNew: boolean } {
    const ownKey = `${account} ${key}`;
    const known = this.#payments.get(this.#keys.get(ownKey) ?? '');
    if (known !== undefined) return { payment: known, isNew: false };
    const payment: Payment = {
      id: randomUUID(),
      account,
      amount,
      reference,
      card: { last4: card.number.slice(-4), holder: card.holder },
      status: 'authorized',
      risk: amount.value > 100_000 ? 0.9 : 0.1,
    };
    this.#payments.set(payment.id, payment);
    this.#keys.set(ownKey, payment.id);
    return { payment, isNew: true };
  }

  /** The newest payments first, of one account or all. */
  list({
    account,
    status,
    limit,
  }: {
    account?: string;
    status?: string | undefined;
    limit: number;
  }): Payment[] {
    return [...this.#payments.values()]
      .reverse()
      .filter((payment) => account === undefined || payment.account === account)
      .filter((payment) => status === undefined || payment.status === status)
      .slice(0, limit);
  }

  /** @throws HttpError when the account has no such payment */
  read(account: string, id: string): Payment {
    const payment = this.#payments.get(id);
    if (payment?.account === account) return payment;
    throw new HttpError(404, 'payment_not_found', `Unknown payment ${id}`);
  }

  /** @throws HttpError when the payment cannot change to the status */
  change(id: string, status: Payment['status']): Payment {
    const payment = this.#payments.get(id);
    if (payment === undefined) throw new HttpError(404, 'payment_not_found', `Unknown payment ${id}`);
    if (payment.status === 'refunded') {
      throw new HttpError(409, 'payment_refunded', `Payment ${id} has already been refunded`);
    }
    const changed: Payment = { ...payment, status };
    this.#payments.set(id, changed);
    return changed;
  }
}
