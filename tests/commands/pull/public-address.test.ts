import { expect, it } from 'vitest';
import { isPublicAddress } from '../../../cli/commands/pull/feed-client.ts';

it.each([
  ['ordinary', '1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 126.255.255.255 128.0.0.1 223.255.255.255'],
  ['beside 100.64/10 and 169.254/16', '100.63.255.255 100.128.0.0 169.253.255.255 169.255.0.0'],
  ['beside 172.16/12 and 192.168/16', '172.15.255.255 172.32.0.0 192.167.255.255 192.169.0.0'],
  ['beside 192.0.2/24 and 198.18/15', '192.0.1.0 192.0.3.0 198.17.255.255 198.20.0.0'],
  ['IPv6', '2001:4860:4860::8888 2606:4700:4700::1111 2A00:1450::1 2001:200::1 2003::1 3ffe::1'],
  [
    'IPv4 within IPv6',
    '::ffff:8.8.8.8 ::FFFF:808:808 0:0:0:0:0:ffff:0808:0808 64:ff9b::8.8.8.8 64:ff9b::808:808',
  ],
])('an address is of the public internet: %s', (_, addresses) => {
  for (const address of addresses.split(' '))
    expect([address, isPublicAddress(address)]).toEqual([address, true]);
});

it.each([
  ['this host', '0.0.0.0 0.0.0.1 0.255.255.255 :: 0:0:0:0:0:0:0:0 ::0.0.0.0'],
  ['loopback', '127.0.0.1 127.0.0.2 127.255.255.255 ::1 0:0:0:0:0:0:0:1 ::0.0.0.1'],
  ['a private network', '10.0.0.0 10.255.255.255 172.16.0.1 172.31.255.255 192.168.0.1'],
  ['a unique local address', 'fc00:: fd12:3456:789a::1 fdff:ffff::1 fec0::1'],
  ['link-local', '169.254.0.1 169.254.255.255 fe80::1 febf::1 FE80::1'],
  ['a cloud’s own services', '169.254.169.254 fd00:ec2::254 100.100.100.200 168.63.129.16'],
  ['a carrier’s NAT', '100.64.0.0 100.127.255.255'],
  ['multicast', '224.0.0.1 239.255.255.255 ff02::1 ff0e::1 ffff::1'],
  ['reserved', '240.0.0.1 255.255.255.254 255.255.255.255 192.0.0.1 192.0.0.192 192.88.99.1 2620:4f:8000::1'],
  ['documentation', '192.0.2.1 198.51.100.1 203.0.113.255 2001:db8::1 3fff::1 3fff:fff::1'],
  ['benchmarking', '198.18.0.1 198.19.255.255 2001:2::1 2001:2:0:ffff::1'],
  ['set aside', '2001::1 2001:1ff::1 2001:10::1 2001:20::1 100::1 5f00::1'],
  ['unassigned', '1:: 100:0:0:1::1 1fff::1 4000::1 8000::1 f000::1'],
  ['private IPv4, mapped', '::ffff:127.0.0.1 ::ffff:a00:1 ::FFFF:169.254.169.254 0:0:0:0:0:ffff:7f00:0001'],
  ['IPv4 in an old form', '::127.0.0.1 ::7f00:1 ::8.8.8.8 ::808:808 ::ffff:0:8.8.8.8'],
  ['private IPv4 behind NAT64', '64:ff9b::127.0.0.1 64:ff9b::a00:1 64:ff9b::a9fe:a9fe'],
  ['NAT64 of local use', '64:ff9b:1::8.8.8.8 64:ff9b:1::1 64:ff9b:0:1::808:808 64:ff9b:2::808:808'],
  ['6to4 and Teredo', '2002:7f00:1:: 2002:a00:1::1 2002:808:808::1 2001:0:808:808::f7f7:f7f7'],
  ['with a zone', 'fe80::1%eth0 ::1%lo 2001:4860:4860::8888%eth0 8.8.8.8%eth0'],
  ['a name', 'localhost example.org'],
  [
    'half an address',
    '8.8.8 134744072 0x8080808 08.8.8.8 010.8.8.8 8.8.8.256 2606:4700::1:: ::ffff:8.8.8 12345::1',
  ],
  [
    'more than an address',
    '8.8.8.8. 8.8.8.8:80 8.8.8.8/8 [2606:4700::1] 2606:4700::1/32 8.8.8.8\0 8．8．8．8',
  ],
])('an address is not of the public internet: %s', (_, addresses) => {
  expect([...addresses.split(' '), '', ' ', '8.8.8.8 ', '8.8.8.8\n'].filter(isPublicAddress)).toEqual([]);
});
