import type { Zones } from '../core/dates/zones.ts';
import type { Language } from '../core/languages.ts';
import type { Caller } from '../core/roles.ts';
import { presentError } from './error-body.ts';
import { createLinks, type Site } from './links.ts';
import type { RawParams } from './params/raw.ts';
import { selectedLanguage } from './params/read.ts';
import type { ApiUrl } from './request/api-url.ts';
import type { IncomingRequest } from './request/incoming-request.ts';
import type { RequestContext } from './route.ts';

export interface ContextOptions {
  site: Site;
  siteZone: string;
  siteName?: string | undefined;
  zones: Zones;
}

/** Collects what the reply needs, whether it is a success or an error. */
export interface RequestState {
  language: Language;
  caller: Caller;
  uncacheable: boolean;
  /** How a list was read. */
  plan?: string;
  /** The record that a write found. */
  record?: number;
  /** From the query, and from the body once it has been read. */
  params: RawParams;
  headers: Record<string, string>;
}

interface Located extends Pick<RequestContext, 'path' | 'now' | 'validity'> {
  request: IncomingRequest;
  apiUrl: ApiUrl;
}

export function createContext(
  { request, apiUrl, ...located }: Located,
  state: RequestState,
  options: ContextOptions,
): RequestContext {
  const linksIn = (language: Language) => createLinks(request.origin, apiUrl, language, options.site);
  const presentIn =
    (language: Language): RequestContext['presentError'] =>
    (error) =>
      presentError(error, { language, request, alias: apiUrl.alias });
  const { language } = state;
  return {
    ...located,
    requestId: request.id,
    remoteAddress: request.address,
    caller: state.caller,
    language,
    links: linksIn(language),
    params: state.params,
    siteZone: options.siteZone,
    siteName: options.siteName,
    zones: options.zones,
    uncacheable() {
      state.uncacheable = true;
    },
    setPlan(plan) {
      state.plan = plan;
    },
    setRecord(id) {
      state.record = id;
    },
    withLanguage(params) {
      const other = selectedLanguage(params) ?? this.language;
      return { ...this, language: other, links: linksIn(other), presentError: presentIn(other) };
    },
    presentError: presentIn(language),
  };
}
