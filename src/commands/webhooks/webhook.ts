import type { Command } from '@commander-js/extra-typings';
import { calendarSettings } from '../../config/database-settings.ts';
import { type Shell, WrongUsage } from '../../shell.ts';
import { addSettings, onCalendar, readSettings } from '../settings-options.ts';
import type { WebhookAction } from './run-webhook.ts';

const addSettingsNames = [...calendarSettings, 'webhookAllow'] as const;
const examples = `
Examples:
  $ kalends webhook add https://receiver.example/hook --types event.published,event.deleted
  $ kalends webhook log 1 --failed
  $ kalends webhook replay 1`;

const actions: Record<WebhookAction, string> = {
  ping: 'queue a test message; the service sends it',
  pause: 'stop sending until resumed',
  resume: 'resume sending, including messages queued while paused',
  rotate: 'create a new secret and print it; the old one stays valid for a day',
  remove: 'remove the webhook with its deliveries',
};

export function declareWebhook(program: Command, shell: Shell): void {
  const webhook = program
    .command('webhook')
    .description('manage webhooks, which send messages about changes to other servers')
    .addHelpText('after', examples);
  declareAdd(webhook, shell);
  declareList(webhook, shell);
  for (const name of Object.keys(actions) as WebhookAction[]) declareAction(webhook, name, shell);
  declareReplay(webhook, shell);
  declareLog(webhook, shell);
}

function declareAdd(parent: Command, shell: Shell): void {
  addSettings(parent.command('add <url>'), addSettingsNames)
    .description('add a webhook and print its secret, which is shown only this once')
    .option('--types <list>', 'types of messages, such as event.*,venue.deleted', '*')
    .option('--categories <list>', 'ids of categories: only events in these or their subcategories')
    .option('--description <text>', 'what it is for')
    .option('--json', 'print a JSON object instead')
    .action(async (url, { types, categories, description, json }, command) => {
      const { webhookAllow } = readSettings(command, addSettingsNames, shell);
      const { addWebhook } = await import('./run-webhook.ts');
      const sent = { url, types, categories, description };
      const { id, secret } = await onCalendar(command, shell, (store) =>
        addWebhook({ store, shell }, sent, webhookAllow),
      );
      shell.print(json ? JSON.stringify({ id, url, secret }) : secret);
      shell.printError(`Added webhook ${id}. Its secret is not shown again.`);
    });
}

function declareList(parent: Command, shell: Shell): void {
  addSettings(parent.command('list'), calendarSettings)
    .description('list webhooks: id, status, pending and failed deliveries, types, URL')
    .option('--json', 'print a JSON list')
    .action(async ({ json }, command) => {
      const { listAll } = await import('./run-webhook.ts');
      await onCalendar(command, shell, (store) => listAll({ store, shell }, json));
    });
}

function declareAction(parent: Command, name: WebhookAction, shell: Shell): void {
  addSettings(parent.command(`${name} <id>`), calendarSettings)
    .description(actions[name])
    .action(async (id, _, command) => {
      const { runAction } = await import('./run-webhook.ts');
      await onCalendar(command, shell, (store) => runAction({ store, shell }, name, readId(id)));
    });
}

function declareReplay(parent: Command, shell: Shell): void {
  addSettings(parent.command('replay <id> [delivery...]'), calendarSettings)
    .description('send the given deliveries again, or all whose last attempt failed')
    .action(async (id, deliveries, _, command) => {
      const { replay } = await import('./run-webhook.ts');
      const selected = deliveries.map((delivery) => readId(delivery, 'delivery'));
      await onCalendar(command, shell, (store) => replay({ store, shell }, readId(id), selected));
    });
}

function declareLog(parent: Command, shell: Shell): void {
  addSettings(parent.command('log <id>'), calendarSettings)
    .description('list the last 100 deliveries, newest first')
    .option('--failed', 'only those that will not be retried')
    .option('--json', 'print a JSON list, with bodies and responses')
    .action(async (id, { failed, json }, command) => {
      const { printLog } = await import('./run-webhook.ts');
      const options = { status: failed && ('failed' as const), json };
      await onCalendar(command, shell, (store) => printLog({ store, shell }, readId(id), options));
    });
}

function readId(text: string, what = 'webhook'): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new WrongUsage(`Invalid ${what} id "${text}".`);
  return Number(text);
}
