// Hashing, checksums, ciphers and random numbers.

// FNV-1a of strings of different lengths, in 64 bits.
extern "C" __global__ void fnv(const unsigned char *text, const int *starts, unsigned long long *out, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    unsigned long long hash = 0xcbf29ce484222325ull;
    for (int at = starts[i]; at < starts[i + 1]; at++) hash = (hash ^ text[at]) * 0x100000001b3ull;
    out[i] = hash;
}

// CRC-32 with a table that the block makes in shared memory.
extern "C" __global__ void crc(const unsigned char *data, unsigned *out, int len) {
    __shared__ unsigned table[256];
    for (int i = threadIdx.x; i < 256; i += blockDim.x) {
        unsigned value = i;
        for (int bit = 0; bit < 8; bit++) value = value & 1 ? value >> 1 ^ 0xedb88320u : value >> 1;
        table[i] = value;
    }
    __syncthreads();
    unsigned sum = ~0u;
    for (int i = 0; i < len; i++) sum = table[(sum ^ data[threadIdx.x * len + i]) & 255] ^ sum >> 8;
    out[threadIdx.x] = ~sum;
}

__constant__ unsigned rounds[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be,
    0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa,
    0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85,
    0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
    0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f,
    0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

__device__ unsigned turn(unsigned x, int by) { return __funnelshift_r(x, x, by); }

// SHA-256 of messages of one block each.
extern "C" __global__ void sha256(const unsigned *messages, unsigned *out) {
    unsigned h[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}, s[8], w[64];
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = 0; i < 16; i++) w[i] = __byte_perm(messages[16 * t + i], 0, 0x0123);
    for (int i = 16; i < 64; i++) {
        unsigned a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + (turn(a, 7) ^ turn(a, 18) ^ a >> 3) + w[i - 7] + (turn(b, 17) ^ turn(b, 19) ^ b >> 10);
    }
    for (int i = 0; i < 8; i++) s[i] = h[i];
    for (int i = 0; i < 64; i++) {
        unsigned e = s[4], a = s[0];
        unsigned one = s[7] + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & s[5]) ^ (~e & s[6])) + rounds[i] + w[i];
        unsigned two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & s[1]) ^ (a & s[2]) ^ (s[1] & s[2]));
        for (int j = 7; j > 0; j--) s[j] = s[j - 1];
        s[4] += one;
        s[0] = one + two;
    }
    for (int i = 0; i < 8; i++) out[8 * t + i] = __byte_perm(h[i] + s[i], 0, 0x0123);
}

// A hash table with open addresses, filled by compare-and-swap, counting each key.
extern "C" __global__ void fill_table(const unsigned *keys, unsigned *table, unsigned *counts, unsigned mask, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned key = keys[i], slot = key * 2654435769u >> 16 & mask;
    while (true) {
        unsigned found = atomicCAS(&table[slot], 0xffffffffu, key);
        if (found == 0xffffffffu || found == key) break;
        slot = slot + 1 & mask;
    }
    atomicAdd(&counts[slot], 1);
}

// Looks keys up in that table.
extern "C" __global__ void look_up(const unsigned *queries, const unsigned *table, const unsigned *counts, unsigned *out, unsigned mask, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned key = queries[i], slot = key * 2654435769u >> 16 & mask;
    while (table[slot] != 0xffffffffu && table[slot] != key) slot = slot + 1 & mask;
    out[i] = table[slot] == key ? counts[slot] : 0;
}

// A Bloom filter, set with atomic ors.
extern "C" __global__ void fill_filter(const unsigned *keys, unsigned *filter, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned hash = keys[i];
    for (int round = 0; round < 3; round++) {
        hash = (hash ^ hash >> 15) * 0x85ebca6bu;
        hash ^= hash >> 13;
        atomicOr(&filter[hash >> 5 & 63], 1u << (hash & 31));
    }
}

// Ten rounds of Philox: random numbers from a counter, with the high halves of products.
extern "C" __global__ void philox(uint4 *out, unsigned seed) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, key0 = seed, key1 = ~seed;
    uint4 c = make_uint4(i, 0, 7, 0);
    for (int round = 0; round < 10; round++) {
        unsigned high0 = __umulhi(0xD2511F53u, c.x), low0 = 0xD2511F53u * c.x;
        unsigned high1 = __umulhi(0xCD9E8D57u, c.z), low1 = 0xCD9E8D57u * c.z;
        c = make_uint4(high1 ^ c.y ^ key0, low1, high0 ^ c.w ^ key1, low0);
        key0 += 0x9E3779B9u;
        key1 += 0xBB67AE85u;
    }
    out[i] = c;
}

// XTEA in counter mode: the key stream of 64-bit blocks over bytes.
extern "C" __global__ void encipher(const unsigned char *in, unsigned char *out, uint4 key, int n) {
    int block = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned k[4] = {key.x, key.y, key.z, key.w}, a = block, b = ~block, sum = 0;
    for (int round = 0; round < 32; round++) {
        a += ((b << 4 ^ b >> 5) + b) ^ (sum + k[sum & 3]);
        sum += 0x9E3779B9u;
        b += ((a << 4 ^ a >> 5) + a) ^ (sum + k[sum >> 11 & 3]);
    }
    for (int i = 0; i < 8 && 8 * block + i < n; i++)
        out[8 * block + i] = in[8 * block + i] ^ (unsigned char)((i < 4 ? a : b) >> (8 * (i & 3)));
}
