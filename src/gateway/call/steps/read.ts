import { decodeBody, inflateBody, isXmlBody } from "../../../registry-client/body.ts";
import {
  badResponseFailure,
  type Failure,
  inflateFailure,
  leftFailure,
} from "../../../registry-client/failure.ts";
import type { KeyMemory } from "../../base/key-memory.ts";
import { isFailure, type Step } from "../call.ts";
import { MemoizedDecoder } from "../memoized-decoder.ts";

export function createRead(maxBodyBytes: number, keyMemory: KeyMemory<Failure>): Step {
  const decoder = new MemoizedDecoder();
  return async (call, next) => {
    const outcome = await next(call);
    if (isFailure(outcome) || !outcome.sent) return outcome;
    const { sent, sentAt } = outcome;
    const body =
      sent.encoding === undefined
        ? sent.bytes
        : await inflateBody(sent.bytes, sent.encoding, maxBodyBytes);
    if (body === undefined) return inflateFailure;
    const { restCall } = call;
    call.countBody(body.length);
    const { payer } = call;
    if (payer === undefined) return leftFailure;
    // Readings of whole lists would push everything else out of the decoder's memory.
    const decoded = payer.isBulk ? decodeBody(restCall, body) : decoder.decode(restCall, body);
    if ("error" in decoded) {
      const { error } = decoded;
      return { ...badResponseFailure(error.message, 200), error, isXml: isXmlBody(body) };
    }
    keyMemory.noteAnswer(call.keyDigest);
    const bodyBytes = body.length;
    restCall.learn?.(decoded.value, bodyBytes);
    return { value: decoded.value, sentAt, bodyBytes, sent };
  };
}
