import { describe, expect, it } from 'vitest';
import { clientOf, createAddressList, isPrivate, networkOf } from '../../cli/relay/admission.ts';

describe('whose request it is', () => {
  const trusted = createAddressList(['10.0.0.0/8', '2001:db8::7']);
  it.each([
    ['the connection’s own address, whatever it claims', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['what a trusted proxy says', '10.1.2.3', '198.51.100.1', '198.51.100.1'],
    ['the last address that is no proxy', '10.1.2.3', '6.6.6.6, 198.51.100.1, 10.9.9.9', '198.51.100.1'],
    ['a proxy that says nothing', '10.1.2.3', undefined, '10.1.2.3'],
    ['an IPv4 address that came as IPv6', '::ffff:203.0.113.9', undefined, '203.0.113.9'],
    ['what an IPv6 proxy says', '2001:db8::7', '2001:db8::99', '2001:db8::99'],
  ])('is %s', (_, connection, forwarded, client) => {
    expect(clientOf(connection, forwarded, trusted)).toBe(client);
  });
});

it('knows the addresses of this machine and of private networks', () => {
  for (const address of ['127.0.0.1', '::1', '10.0.0.1', '172.20.1.1', '::ffff:10.0.0.1', 'fd00::1'])
    expect([address, isPrivate(address)]).toEqual([address, true]);
  for (const address of ['8.8.8.8', '172.32.0.1', '2001:4860::1'])
    expect([address, isPrivate(address)]).toEqual([address, false]);
});

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['2001:db8:0:7::1', '2001:db8:0:7'],
  ['2001:DB8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['1:2:3:4:5:6:7:8', '1:2:3:4'],
  ['1:2::', '1:2:0:0'],
])('counts %s as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
