// Compiled once for each instruction set, with KEYPEG_SET one of plain, neon, avx2, avx512bw, avx512.
// Everything lives in an unnamed namespace and uses no library templates: an inline function shared with
// other files could be linked in from here and then fail on a processor without these instructions.
#include "kernels.hpp"

#include "compiler.hpp"

#if defined(__AVX2__)
#include <immintrin.h>
#elif KEYPEG_NEON
#include <arm_neon.h>
#endif

namespace keypeg {
namespace {

// 64 candidates in a plain integer: for every processor, and for small sets also beside vectors.
struct Word64 {
    static constexpr std::size_t kWords = 1;
    static constexpr std::size_t kGroup = 1 << 20;  // additions to a tally before it must be flushed
    std::uint64_t bits;

    static KEYPEG_INLINE Word64 load(const std::uint64_t* words) { return {*words}; }
    KEYPEG_INLINE Word64 operator&(Word64 o) const { return {bits & o.bits}; }
    KEYPEG_INLINE Word64 operator|(Word64 o) const { return {bits | o.bits}; }
    KEYPEG_INLINE Word64 operator^(Word64 o) const { return {bits ^ o.bits}; }
    KEYPEG_INLINE Word64 operator~() const { return {~bits}; }
    KEYPEG_INLINE Word64 without(Word64 o) const { return {bits & ~o.bits}; }
    KEYPEG_INLINE bool any() const { return bits != 0; }
    KEYPEG_INLINE void store(std::uint64_t* words) const { *words = bits; }
    static KEYPEG_INLINE Word64 or_and(Word64 a, Word64 b, Word64 c) { return a | (b & c); }
    static KEYPEG_INLINE Word64 or_xor(Word64 a, Word64 b, Word64 c) { return a | (b ^ c); }
    static KEYPEG_INLINE Word64 and_or(Word64 a, Word64 b, Word64 c) { return a & (b | c); }
    static KEYPEG_INLINE Word64 sum(Word64 a, Word64 b, Word64 c) { return a ^ b ^ c; }
    static KEYPEG_INLINE Word64 carry(Word64 a, Word64 b, Word64 c) { return (a & b) | ((a ^ b) & c); }

    struct Tally {
        std::uint64_t value = 0;
        KEYPEG_INLINE void add(Word64 mask) { value += static_cast<std::uint64_t>(count_bits(mask.bits)); }
        KEYPEG_INLINE void flush() {}
        KEYPEG_INLINE std::uint32_t total() const { return static_cast<std::uint32_t>(value); }
    };
};

#if defined(__AVX512BW__)
#if defined(__AVX512VPOPCNTDQ__)
KEYPEG_INLINE __m512i count_bits_of_words(__m512i words) {
    return _mm512_popcnt_epi64(words);
}

struct WideTally {
    static constexpr std::size_t kGroup = 1 << 20;
    __m512i value = _mm512_setzero_si512();
    KEYPEG_INLINE void add(__m512i mask) { value = _mm512_add_epi64(value, count_bits_of_words(mask)); }
    KEYPEG_INLINE void flush() {}
};
#else
// The first processors with AVX-512 have no instruction that counts bits: a table of the sixteen half-bytes
// counts them into bytes first, which are added up to words.
KEYPEG_INLINE __m512i count_bits_by_bytes(__m512i words) {
    const __m512i table =
        _mm512_broadcast_i32x4(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
    const __m512i half = _mm512_set1_epi8(15);
    const __m512i low = _mm512_and_si512(words, half);
    const __m512i high = _mm512_and_si512(_mm512_srli_epi16(words, 4), half);
    return _mm512_add_epi8(_mm512_shuffle_epi8(table, low), _mm512_shuffle_epi8(table, high));
}

KEYPEG_INLINE __m512i count_bits_of_words(__m512i words) {
    return _mm512_sad_epu8(count_bits_by_bytes(words), _mm512_setzero_si512());
}

struct WideTally {
    static constexpr std::size_t kGroup = 31;  // a byte holds 31 times 8
    __m512i bytes = _mm512_setzero_si512();
    __m512i value = _mm512_setzero_si512();
    KEYPEG_INLINE void add(__m512i mask) { bytes = _mm512_add_epi8(bytes, count_bits_by_bytes(mask)); }
    KEYPEG_INLINE void flush() {
        value = _mm512_add_epi64(value, _mm512_sad_epu8(bytes, _mm512_setzero_si512()));
        bytes = _mm512_setzero_si512();
    }
};
#endif

struct WideWord {
    static constexpr std::size_t kWords = 8;
    static constexpr std::size_t kGroup = WideTally::kGroup;
    __m512i bits;

    static KEYPEG_INLINE WideWord load(const std::uint64_t* words) { return {_mm512_loadu_si512(words)}; }
    KEYPEG_INLINE WideWord operator&(WideWord o) const { return {_mm512_and_si512(bits, o.bits)}; }
    KEYPEG_INLINE WideWord operator|(WideWord o) const { return {_mm512_or_si512(bits, o.bits)}; }
    KEYPEG_INLINE WideWord operator^(WideWord o) const { return {_mm512_xor_si512(bits, o.bits)}; }
    KEYPEG_INLINE WideWord operator~() const { return {_mm512_xor_si512(bits, _mm512_set1_epi64(-1))}; }
    KEYPEG_INLINE WideWord without(WideWord o) const { return {_mm512_andnot_si512(o.bits, bits)}; }
    KEYPEG_INLINE bool any() const { return _mm512_test_epi64_mask(bits, bits) != 0; }
    KEYPEG_INLINE void store(std::uint64_t* words) const { _mm512_storeu_si512(words, bits); }
    static KEYPEG_INLINE WideWord or_and(WideWord a, WideWord b, WideWord c) {
        return {_mm512_ternarylogic_epi64(a.bits, b.bits, c.bits, 0xf8)};
    }
    static KEYPEG_INLINE WideWord or_xor(WideWord a, WideWord b, WideWord c) {
        return {_mm512_ternarylogic_epi64(a.bits, b.bits, c.bits, 0xf6)};
    }
    static KEYPEG_INLINE WideWord and_or(WideWord a, WideWord b, WideWord c) {
        return {_mm512_ternarylogic_epi64(a.bits, b.bits, c.bits, 0xe0)};
    }
    static KEYPEG_INLINE WideWord sum(WideWord a, WideWord b, WideWord c) {
        return {_mm512_ternarylogic_epi64(a.bits, b.bits, c.bits, 0x96)};
    }
    static KEYPEG_INLINE WideWord carry(WideWord a, WideWord b, WideWord c) {
        return {_mm512_ternarylogic_epi64(a.bits, b.bits, c.bits, 0xe8)};
    }

    struct Tally : WideTally {
        KEYPEG_INLINE void add(WideWord mask) { WideTally::add(mask.bits); }
        KEYPEG_INLINE std::uint32_t total() const {
            return static_cast<std::uint32_t>(_mm512_reduce_add_epi64(value));
        }
    };
};
#elif defined(__AVX2__)
struct WideWord {
    static constexpr std::size_t kWords = 4;
    static constexpr std::size_t kGroup = 31;  // a byte holds 31 times 8
    __m256i bits;

    static KEYPEG_INLINE WideWord load(const std::uint64_t* words) {
        return {_mm256_loadu_si256(reinterpret_cast<const __m256i*>(words))};
    }
    KEYPEG_INLINE WideWord operator&(WideWord o) const { return {_mm256_and_si256(bits, o.bits)}; }
    KEYPEG_INLINE WideWord operator|(WideWord o) const { return {_mm256_or_si256(bits, o.bits)}; }
    KEYPEG_INLINE WideWord operator^(WideWord o) const { return {_mm256_xor_si256(bits, o.bits)}; }
    KEYPEG_INLINE WideWord operator~() const { return {_mm256_xor_si256(bits, _mm256_set1_epi64x(-1))}; }
    KEYPEG_INLINE WideWord without(WideWord o) const { return {_mm256_andnot_si256(o.bits, bits)}; }
    KEYPEG_INLINE bool any() const { return _mm256_testz_si256(bits, bits) == 0; }
    KEYPEG_INLINE void store(std::uint64_t* words) const {
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(words), bits);
    }
    static KEYPEG_INLINE WideWord or_and(WideWord a, WideWord b, WideWord c) { return a | (b & c); }
    static KEYPEG_INLINE WideWord or_xor(WideWord a, WideWord b, WideWord c) { return a | (b ^ c); }
    static KEYPEG_INLINE WideWord and_or(WideWord a, WideWord b, WideWord c) { return a & (b | c); }
    static KEYPEG_INLINE WideWord sum(WideWord a, WideWord b, WideWord c) { return a ^ b ^ c; }
    static KEYPEG_INLINE WideWord carry(WideWord a, WideWord b, WideWord c) {
        return (a & b) | ((a ^ b) & c);
    }

    // Bits are counted with a table of the sixteen half-bytes: into bytes first, then into words by flush().
    struct Tally {
        __m256i bytes = _mm256_setzero_si256();
        __m256i value = _mm256_setzero_si256();
        KEYPEG_INLINE void add(WideWord mask) {
            const __m256i table = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,  //
                                                   0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
            const __m256i half = _mm256_set1_epi8(15);
            const __m256i low = _mm256_and_si256(mask.bits, half);
            const __m256i high = _mm256_and_si256(_mm256_srli_epi16(mask.bits, 4), half);
            bytes = _mm256_add_epi8(
                bytes, _mm256_add_epi8(_mm256_shuffle_epi8(table, low), _mm256_shuffle_epi8(table, high)));
        }
        KEYPEG_INLINE void flush() {
            value = _mm256_add_epi64(value, _mm256_sad_epu8(bytes, _mm256_setzero_si256()));
            bytes = _mm256_setzero_si256();
        }
        KEYPEG_INLINE std::uint32_t total() const {
            const __m128i half =
                _mm_add_epi64(_mm256_castsi256_si128(value), _mm256_extracti128_si256(value, 1));
            return static_cast<std::uint32_t>(_mm_cvtsi128_si64(half) + _mm_extract_epi64(half, 1));
        }
    };
};
#elif KEYPEG_NEON
struct WideWord {
    static constexpr std::size_t kWords = 2;
    static constexpr std::size_t kGroup = 31;  // a byte holds 31 times 8
    uint64x2_t bits;

    static KEYPEG_INLINE WideWord load(const std::uint64_t* words) { return {vld1q_u64(words)}; }
    KEYPEG_INLINE WideWord operator&(WideWord o) const { return {vandq_u64(bits, o.bits)}; }
    KEYPEG_INLINE WideWord operator|(WideWord o) const { return {vorrq_u64(bits, o.bits)}; }
    KEYPEG_INLINE WideWord operator^(WideWord o) const { return {veorq_u64(bits, o.bits)}; }
    KEYPEG_INLINE WideWord operator~() const { return {veorq_u64(bits, vdupq_n_u64(~std::uint64_t{0}))}; }
    KEYPEG_INLINE WideWord without(WideWord o) const { return {vbicq_u64(bits, o.bits)}; }
    KEYPEG_INLINE bool any() const { return vmaxvq_u32(vreinterpretq_u32_u64(bits)) != 0; }
    KEYPEG_INLINE void store(std::uint64_t* words) const { vst1q_u64(words, bits); }
    static KEYPEG_INLINE WideWord or_and(WideWord a, WideWord b, WideWord c) { return a | (b & c); }
    static KEYPEG_INLINE WideWord or_xor(WideWord a, WideWord b, WideWord c) { return a | (b ^ c); }
    static KEYPEG_INLINE WideWord and_or(WideWord a, WideWord b, WideWord c) { return a & (b | c); }
    static KEYPEG_INLINE WideWord sum(WideWord a, WideWord b, WideWord c) { return a ^ b ^ c; }
    static KEYPEG_INLINE WideWord carry(WideWord a, WideWord b, WideWord c) {
        return {vbslq_u64(veorq_u64(a.bits, b.bits), c.bits, a.bits)};
    }

    struct Tally {
        uint8x16_t bytes = vdupq_n_u8(0);
        uint64x2_t value = vdupq_n_u64(0);
        KEYPEG_INLINE void add(WideWord mask) {
            bytes = vaddq_u8(bytes, vcntq_u8(vreinterpretq_u8_u64(mask.bits)));
        }
        KEYPEG_INLINE void flush() {
            value = vaddq_u64(value, vpaddlq_u32(vpaddlq_u16(vpaddlq_u8(bytes))));
            bytes = vdupq_n_u8(0);
        }
        KEYPEG_INLINE std::uint32_t total() const { return static_cast<std::uint32_t>(vaddvq_u64(value)); }
    };
};
#else
using WideWord = Word64;
#endif

constexpr int bit_width(int value) {
    return value == 0 ? 0 : 1 + bit_width(value / 2);
}

// Adds N one-bit numbers by full adders into bit_width(N) result bits; overwrites `in`.
template <int N, class Word>
KEYPEG_INLINE void add_bits(Word* in, Word* out) {
    if constexpr (N == 1) {
        out[0] = in[0];
    } else if constexpr (N > 1) {
        Word carries[N / 2];
        int left = N, made = 0;
        for (; left >= 3; left -= 2) {
            carries[made++] = Word::carry(in[left - 1], in[left - 2], in[left - 3]);
            in[left - 3] = Word::sum(in[left - 1], in[left - 2], in[left - 3]);
        }
        if (left == 2) {
            carries[made] = in[0] & in[1];
            in[0] = in[0] ^ in[1];
        }
        out[0] = in[0];
        add_bits<N / 2>(carries, out + 1);
    }
}

// Turns the binary numbers 0..N into N + 1 masks, one for each value.
template <int N, class Word>
KEYPEG_INLINE void decode(const Word* bits, Word* masks) {
    if constexpr (N >= 1) {
        constexpr int kBits = bit_width(N);
        constexpr int kHalf = 1 << (kBits - 1);  // values below this have the top bit clear
        const Word top = bits[kBits - 1];
        if constexpr (kBits == 1) {
            masks[1] = top;
            masks[0] = ~top;
        } else {
            Word low[kHalf];
            decode<kHalf - 1>(bits, low);
            for (int value = kHalf; value <= N; ++value) masks[value] = low[value - kHalf] & top;
            for (int value = 0; value < kHalf; ++value) masks[value] = low[value].without(top);
        }
    }
}

constexpr int slot_count(int pegs) {
    return (pegs + 1) * (pegs + 2) / 2;
}

// Adds P planes of a block up, and writes which lanes have each sum.
template <int P, class Word>
KEYPEG_INLINE void sum_lanes(const PlaneBlock& block, std::size_t start, const PlaneIndex* planes,
                             Word* sums) {
    Word in[P], bits[bit_width(P)];
    for (int i = 0; i < P; ++i) in[i] = Word::load(block.planes + planes[i] * block.stride + start);
    add_bits<P>(in, bits);
    decode<P>(bits, sums);
}

// The masks of one code against a block: which lanes have each number of blacks, and each total.
template <int P, class Word>
KEYPEG_INLINE void score_lanes(const PlaneBlock& block, std::size_t start, const PlaneIndex* code,
                               Word* black, Word* total) {
    sum_lanes<P>(block, start, code, black);
    sum_lanes<P>(block, start, code + P, total);
}

// Counts the parts of one guess; the compiler knows the number of pegs, so that every loop unrolls.
template <int P, class Word>
KEYPEG_INLINE void count_one(const PlaneBlock& block, std::size_t words, const PlaneIndex* guess,
                             std::uint32_t* counts) {
    typename Word::Tally tally[slot_count(P)];
    for (std::size_t start = 0; start < words;) {
        const std::size_t group_end = start + Word::kGroup * Word::kWords;
        const std::size_t end = group_end < words ? group_end : words;
        for (; start < end; start += Word::kWords) {
            Word black[P + 1], total[P + 1];
            score_lanes<P>(block, start, guess, black, total);
            tally[0].add(total[0]);
            for (int t = 1, slot = 1; t <= P; ++t)
                for (int b = 0; b <= t; ++b, ++slot)
                    if (!(t == P && b == P - 1)) tally[slot].add(total[t] & black[b]);
        }
        for (auto& one : tally) one.flush();
    }
    for (int slot = 0; slot < slot_count(P); ++slot) counts[slot] += tally[slot].total();
}

// The same for any number of pegs.
template <class Word>
void count_one_any(int pegs, const PlaneBlock& block, std::size_t words, const PlaneIndex* guess,
                   std::uint32_t* counts) {
    constexpr int kMost = 128, kBits = 7;
    const Word none = Word::load(block.planes) ^ Word::load(block.planes);
    auto masks_of = [&](const PlaneIndex* planes, std::size_t start, Word* masks) {
        Word bits[kBits];
        for (auto& bit : bits) bit = none;
        for (int i = 0; i < pegs; ++i) {
            Word carry = Word::load(block.planes + planes[i] * block.stride + start);
            for (int k = 0; k < bit_width(pegs); ++k) {
                const Word next = bits[k] & carry;
                bits[k] = bits[k] ^ carry;
                carry = next;
            }
        }
        for (int value = 0; value <= pegs; ++value) {
            Word mask = ~none;
            for (int k = 0; k < bit_width(pegs); ++k)
                mask = (value >> k & 1) ? mask & bits[k] : mask.without(bits[k]);
            masks[value] = mask;
        }
    };
    for (std::size_t start = 0; start < words; start += Word::kWords) {
        Word black[kMost], total[kMost];
        masks_of(guess, start, black);
        masks_of(guess + pegs, start, total);
        for (int t = 0, slot = 0; t <= pegs; ++t)
            for (int b = 0; b <= t; ++b, ++slot) {
                typename Word::Tally tally;
                tally.add(total[t] & black[b]);
                tally.flush();
                counts[slot] += tally.total();
            }
    }
}

// Returns whether in any lane the number that the bits make up is larger than this one.
template <int Bits, class Word>
KEYPEG_INLINE bool any_above(const Word* bits, int number) {
    Word above = bits[0] ^ bits[0];  // from the lowest bit up: higher bits override lower ones
    for (int k = 0; k < Bits; ++k) above = (number >> k & 1) ? above & bits[k] : above | bits[k];
    return above.any();
}

template <int P, class Word>
int distinct_all(const PlaneBlock& block, const PlaneIndex* candidates, std::size_t count,
                 std::uint64_t* planes, int most) {
    constexpr int kSlots = slot_count(P);
    for (std::size_t start = 0; start < block.words; start += Word::kWords) {
        const Word some = Word::load(block.planes + start);
        Word seen[kSlots], bits[bit_width(kSlots)];
        for (auto& mask : seen) mask = some ^ some;
        for (std::size_t c = 0; c < count; ++c) {
            Word black[P + 1], total[P + 1];
            score_lanes<P>(block, start, candidates + c * 2 * P, black, total);
            seen[0] = seen[0] | total[0];
            for (int t = 1, slot = 1; t <= P; ++t)
                for (int b = 0; b <= t; ++b, ++slot)
                    if (!(t == P && b == P - 1)) seen[slot] = Word::or_and(seen[slot], total[t], black[b]);
        }
        add_bits<kSlots>(seen, bits);
        for (int k = 0; k < bit_width(kSlots); ++k)
            bits[k].store(planes + static_cast<std::size_t>(k) * block.stride + start);
        while (any_above<bit_width(kSlots)>(bits, most)) ++most;
    }
    return most;
}

// Adds two one-bit numbers to a bit; the carry goes to the next one.
template <class Word>
KEYPEG_INLINE Word add_to(Word& bit, Word a, Word b) {
    const Word carry = Word::carry(bit, a, b);
    bit = Word::sum(bit, a, b);
    return carry;
}

// Numbers of some bits in each lane, as two's complement.
template <int Bits, class Word>
struct Numbers {
    Word bits[Bits];

    KEYPEG_INLINE void fill(int number, Word none) {
        for (int k = 0; k < Bits; ++k) bits[k] = (number >> k & 1) ? ~none : none;
    }
    KEYPEG_INLINE void add(const Word* other, int width, Word none) {
        Word carry = none;
        for (int k = 0; k < Bits; ++k) carry = add_to(bits[k], k < width ? other[k] : none, carry);
    }
    KEYPEG_INLINE void subtract(const Word* other, int width, Word none) {
        Word carry = ~none;
        for (int k = 0; k < Bits; ++k) carry = add_to(bits[k], k < width ? ~other[k] : ~none, carry);
    }
    KEYPEG_INLINE Word is_negative() const { return bits[Bits - 1]; }
    KEYPEG_INLINE Word at_least(int number, Word none) const {
        const int from_least = number + (1 << (Bits - 1));
        Word is_so = ~none;  // from the lowest bit up: higher bits override lower ones
        for (int k = 0; k < Bits; ++k) {
            const Word bit = k == Bits - 1 ? ~bits[k] : bits[k];
            is_so = (from_least >> k & 1) ? is_so & bit : is_so | bit;
        }
        return is_so;
    }
    // Leaves 0 where the number is negative.
    KEYPEG_INLINE void drop_negative() {
        const Word negative = is_negative();
        for (Word& bit : bits) bit = bit.without(negative);
    }
};

// Candidates are counted eight at a time: their masks are added up to ones, twos, fours and an eight, and
// only the eight is carried on from bit to bit.
template <int Bits, class Word>
KEYPEG_INLINE void add_eight(Numbers<Bits, Word>& count, const Word* masks, std::size_t stride) {
    Word* bits = count.bits;
    const auto pair = [&](int i) {
        return add_to(bits[0], masks[static_cast<std::size_t>(i) * stride],
                      masks[static_cast<std::size_t>(i + 1) * stride]);
    };
    Word first = pair(0), second = pair(2);
    const Word low = add_to(bits[1], first, second);
    first = pair(4), second = pair(6);
    Word carry = add_to(bits[2], low, add_to(bits[1], first, second));
    for (int k = 3; k < Bits; ++k) {
        const Word next = bits[k] & carry;
        bits[k] = bits[k] ^ carry;
        carry = next;
    }
}

// How many candidates have a feedback, less those that are no excess; and what a guess costs at least.
constexpr int kCountBits = 10;
static_assert(Kernels::kMostSifted <= 1 << (kCountBits - 1) && 4 * Kernels::kMostSifted < 1 << kCostBits);
template <class Word>
using Count = Numbers<kCountBits, Word>;

template <class Word>
struct Cost {
    Numbers<kCostBits, Word> number;

    KEYPEG_INLINE Cost(std::size_t candidates, Word none) {
        number.fill(3 * static_cast<int>(candidates), none);
    }
    KEYPEG_INLINE void add_excess(Count<Word>& count, Word none) {
        count.drop_negative();
        number.add(count.bits, kCountBits, none);
    }
    // The win counts as a part, and once more.
    KEYPEG_INLINE void subtract_parts(const Word* parts, int width, Word is_won, Word none) {
        const Word win[] = {none, is_won};
        number.subtract(win, 2, none);
        number.subtract(parts, width, none);
    }
    KEYPEG_INLINE void write(std::uint64_t* planes, std::size_t stride) const {
        for (std::size_t k = 0; k < kCostBits; ++k) number.bits[k].store(planes + k * stride);
    }
};

constexpr std::size_t kAtOnce = 8;  // candidates that are counted together

// What sift finds out about the lanes of a word.
template <int P, class Word>
struct Sifted {
    static constexpr int kSlots = slot_count(P);

    Word none;
    Count<Word> sizes[kSlots];  // at the end, the excess
    Word seen[kSlots];
    Cost<Word> cost;

    KEYPEG_INLINE Sifted(const PlaneBlock& block, std::size_t start, const PlaneIndex* candidates,
                         std::size_t count, int full)
        : none(Word::load(block.planes + start) ^ Word::load(block.planes + start)), cost(count, none) {
        for (auto& size : sizes) size.fill(-full, none);
        for (std::size_t c = 0; c < count; c += kAtOnce) {
            Word masks[kAtOnce][kSlots];
            for (std::size_t i = 0; i < kAtOnce; ++i) {
                if (c + i >= count) {
                    for (auto& mask : masks[i]) mask = none;
                    continue;
                }
                Word black[P + 1], total[P + 1];
                score_lanes<P>(block, start, candidates + (c + i) * 2 * P, black, total);
                for (int t = 0, slot = 0; t <= P; ++t)
                    for (int b = 0; b <= t; ++b, ++slot)
                        masks[i][slot] = t == P && b == P - 1 ? none : total[t] & black[b];
            }
            for (int slot = 0; slot < kSlots; ++slot) add_eight(sizes[slot], masks[0] + slot, kSlots);
        }
        for (int slot = 0; slot < kSlots; ++slot) {
            seen[slot] = none;
            for (int k = 0; k < kCountBits; ++k)
                seen[slot] = seen[slot] | ((-full >> k & 1) ? ~sizes[slot].bits[k] : sizes[slot].bits[k]);
            cost.add_excess(sizes[slot], none);
        }
        Word adding[kSlots - 1], parts[bit_width(kSlots - 1)];
        for (int slot = 0; slot < kSlots - 1; ++slot) adding[slot] = seen[slot];
        add_bits<kSlots - 1>(adding, parts);
        cost.subtract_parts(parts, bit_width(kSlots - 1), seen[kSlots - 1], none);
    }

    // Adds one to the cost of each part without excess that has no candidate in `told`, of its slot.
    KEYPEG_INLINE void add_untold(const Word* told) {
        Word adding[kSlots - 1], parts[bit_width(kSlots - 1)];
        for (int slot = 0; slot < kSlots - 1; ++slot) {
            adding[slot] = seen[slot].without(told[slot]);
            for (const Word& bit : sizes[slot].bits) adding[slot] = adding[slot].without(bit);
        }
        add_bits<kSlots - 1>(adding, parts);
        cost.number.add(parts, bit_width(kSlots - 1), none);
    }
};

template <int P, class Word>
void sift_all(const PlaneBlock& block, const PlaneIndex* candidates, std::size_t count, int full,
              std::uint64_t* costs) {
    for (std::size_t start = 0; start < block.words; start += Word::kWords)
        Sifted<P, Word>(block, start, candidates, count, full).cost.write(costs + start, block.stride);
}

// A candidate tells the others of its part apart unless two of them would give it the same feedback. The
// lanes in which that is so are found by going through all others: `first` has those in which none with the
// same feedback has come yet.
template <int P, class Word>
void sift_members_all(const PlaneBlock& block, const PlaneIndex* candidates, const Relatives& relatives,
                      int full, std::uint64_t* scratch, std::uint64_t* costs) {
    constexpr int kSlots = slot_count(P), kBits = bit_width(P), kWidth = 2 * kBits;
    constexpr std::size_t kStride = kWidth * Word::kWords;  // of a candidate in the scratch space
    const std::size_t count = relatives.count;
    for (std::size_t start = 0; start < block.words; start += Word::kWords) {
        Sifted<P, Word> sifted(block, start, candidates, count, full);
        const Word none = sifted.none;
        std::uint64_t* written = scratch;
        for (std::size_t half = 0; half < 2 * count; ++half) {
            Word in[P], bits[kBits];
            const PlaneIndex* planes = candidates + half * P;
            for (Word& mask : in) mask = Word::load(block.planes + *planes++ * block.stride + start);
            add_bits<P>(in, bits);
            for (const Word& bit : bits) {
                bit.store(written);
                written += Word::kWords;
            }
        }
        Word told[kSlots];
        for (auto& mask : told) mask = none;
        for (std::size_t c = 0; c < count; ++c) {
            Word own[kWidth], first[kSlots], tells = ~none;
            const std::uint64_t* read = scratch + c * kStride;
            for (Word& bit : own) {
                bit = Word::load(read);
                read += Word::kWords;
            }
            for (auto& mask : first) mask = ~none;
            const std::uint8_t* feedback = relatives.feedback + c * count;
            for (std::size_t other = 0; other < count; ++other) {
                const std::uint64_t* bits = scratch + other * kStride;
                Word apart = own[0] ^ Word::load(bits);
                for (int k = 1; k < kWidth; ++k) {
                    bits += Word::kWords;
                    apart = Word::or_xor(apart, own[k], Word::load(bits));
                }
                Word& first_of_its_kind = first[feedback[other]];
                tells = Word::and_or(tells, first_of_its_kind, apart);
                first_of_its_kind = first_of_its_kind & apart;
            }
            Word black[P + 1], total[P + 1];
            decode<P>(own, black);
            decode<P>(own + kBits, total);
            for (int t = 0, slot = 0; t <= P; ++t) {
                const Word here = tells & total[t];
                for (int b = 0; b <= t; ++b, ++slot) told[slot] = Word::or_and(told[slot], here, black[b]);
            }
        }
        sifted.add_untold(told);
        sifted.cost.write(costs + start, block.stride);
    }
}

template <int P, class Word>
void sift_colors_all(const PlaneBlock& block, const PlaneIndex* candidates, std::size_t count, int full,
                     std::uint64_t* costs) {
    constexpr int kParts = slot_count(P) - 2;  // that there can be: neither the win nor one peg that is wrong
    constexpr int kMostRoom = 1 << (kCountBits - 1);
    for (std::size_t start = 0; start < block.words; start += Word::kWords) {
        const Word some = Word::load(block.planes + start), none = some ^ some;
        Count<Word> with_total[P + 1];
        int rooms[P + 1];
        for (int t = 0; t <= P; ++t) {
            const int room = t == P ? 1 + (P - 1) * full : (t + 1) * full;
            rooms[t] = room < kMostRoom ? room : kMostRoom;
            with_total[t].fill(-rooms[t], none);
        }
        for (std::size_t c = 0; c < count; c += kAtOnce) {
            Word masks[kAtOnce][P + 1];
            for (std::size_t i = 0; i < kAtOnce; ++i) {
                if (c + i < count)
                    sum_lanes<P>(block, start, candidates + (c + i) * 2 * P + P, masks[i]);
                else
                    for (auto& mask : masks[i]) mask = none;
            }
            for (int t = 0; t <= P; ++t) add_eight(with_total[t], masks[0] + t, P + 1);
        }
        Cost<Word> cost(count, none);
        Word seen[kParts + 1], parts[bit_width(kParts)];
        const Word is_won = with_total[P].at_least(1 - rooms[P], none);
        for (int t = 0, part = 0; t <= P; ++t) {
            const int first = t == P ? 2 : 1, last = t == P ? P : t + 1;
            for (int n = first; n <= last; ++n, ++part)
                seen[part] = with_total[t].at_least(n - rooms[t], none);
            cost.add_excess(with_total[t], none);
        }
        add_bits<kParts>(seen, parts);
        cost.subtract_parts(parts, bit_width(kParts), is_won, none);
        cost.write(costs + start, block.stride);
    }
}

template <int P, class Word>
void count_all(const PlaneBlock& block, std::size_t words, const PlaneIndex* guesses, std::size_t guess_count,
               std::uint32_t* counts) {
    for (std::size_t g = 0; g < guess_count; ++g)
        count_one<P, Word>(block, words, guesses + g * 2 * P, counts + g * slot_count(P));
}

#define KEYPEG_EACH_COMPILED(f) f(1) f(2) f(3) f(4) f(5) f(6) f(7) f(8) f(9) f(10)

template <class Word>
std::size_t count_parts_by(int pegs, const PlaneBlock& block, const PlaneIndex* guesses,
                           std::size_t guess_count, std::uint32_t* counts) {
    const std::size_t words = (block.words + Word::kWords - 1) / Word::kWords * Word::kWords;
    switch (pegs) {
#define KEYPEG_CASE(P)                                                  \
    case P:                                                             \
        count_all<P, Word>(block, words, guesses, guess_count, counts); \
        break;
        KEYPEG_EACH_COMPILED(KEYPEG_CASE)
#undef KEYPEG_CASE
        default:
            for (std::size_t g = 0; g < guess_count; ++g)
                count_one_any<Word>(pegs, block, words, guesses + g * 2 * static_cast<std::size_t>(pegs),
                                    counts + g * static_cast<std::size_t>(slot_count(pegs)));
    }
    return words * 64;
}

// Setting up a vector and summing across its lanes cost as much as a few plain words.
constexpr std::size_t kFewWords = 2;

std::size_t count_parts(int pegs, const PlaneBlock& block, const PlaneIndex* guesses, std::size_t guess_count,
                        std::uint32_t* counts) {
    if (block.words <= kFewWords) return count_parts_by<Word64>(pegs, block, guesses, guess_count, counts);
    return count_parts_by<WideWord>(pegs, block, guesses, guess_count, counts);
}

int count_distinct(int pegs, const PlaneBlock& block, const PlaneIndex* candidates,
                   std::size_t candidate_count, std::uint64_t* planes, int most) {
    switch (pegs) {
#define KEYPEG_CASE(P) \
    case P:            \
        return distinct_all<P, WideWord>(block, candidates, candidate_count, planes, most);
        KEYPEG_EACH_COMPILED(KEYPEG_CASE)
#undef KEYPEG_CASE
        default:
            return 0;
    }
}

void sift(int pegs, const PlaneBlock& block, const PlaneIndex* candidates, std::size_t candidate_count,
          int full, std::uint64_t* costs) {
    switch (pegs) {
#define KEYPEG_CASE(P)                                                          \
    case P:                                                                     \
        sift_all<P, WideWord>(block, candidates, candidate_count, full, costs); \
        break;
        KEYPEG_EACH_COMPILED(KEYPEG_CASE)
#undef KEYPEG_CASE
        default:
            break;
    }
}

void sift_colors(int pegs, const PlaneBlock& block, const PlaneIndex* candidates, std::size_t candidate_count,
                 int full, std::uint64_t* costs) {
    switch (pegs) {
#define KEYPEG_CASE(P)                                                                 \
    case P:                                                                            \
        sift_colors_all<P, WideWord>(block, candidates, candidate_count, full, costs); \
        break;
        KEYPEG_EACH_COMPILED(KEYPEG_CASE)
#undef KEYPEG_CASE
        default:
            break;
    }
}

void sift_members(int pegs, const PlaneBlock& block, const PlaneIndex* candidates, const Relatives& relatives,
                  int full, std::uint64_t* scratch, std::uint64_t* costs) {
    switch (pegs) {
#define KEYPEG_CASE(P)                                                                     \
    case P:                                                                                \
        sift_members_all<P, WideWord>(block, candidates, relatives, full, scratch, costs); \
        break;
        KEYPEG_EACH_COMPILED(KEYPEG_CASE)
#undef KEYPEG_CASE
        default:
            break;
    }
}

void relate(const std::uint64_t* packed, const std::uint16_t* members, std::size_t count,
            std::uint8_t* feedback) {
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t* own = packed + 2 * std::size_t{members[i]};
        for (std::size_t k = 0; k < count; ++k) {
            const std::uint64_t* other = packed + 2 * std::size_t{members[k]};
            const int blacks = count_bits(own[0] & other[0]), total = count_bits(own[1] & other[1]);
            feedback[i * count + k] = static_cast<std::uint8_t>(total * (total + 1) / 2 + blacks);
        }
    }
}

template <int P>
int split_masks(const std::uint64_t* planes, const PlaneIndex* guess, std::uint64_t all, std::uint64_t* masks,
                std::uint8_t* sizes) {
    const PlaneBlock block{planes, 1, 1};
    Word64 black[P + 1], total[P + 1];
    score_lanes<P>(block, 0, guess, black, total);
    int parts = 0;
    for (int t = 0, slot = 0; t <= P; ++t)
        for (int b = 0; b <= t; ++b, ++slot) {
            const std::uint64_t mask = total[t].bits & black[b].bits & all;
            masks[slot] = mask;
            sizes[slot] = static_cast<std::uint8_t>(count_bits(mask));
            parts += mask != 0;
        }
    return parts;
}

int split_small(int pegs, const std::uint64_t* planes, const PlaneIndex* guess, std::uint64_t all,
                std::uint64_t* masks, std::uint8_t* sizes) {
    switch (pegs) {
#define KEYPEG_CASE(P) \
    case P:            \
        return split_masks<P>(planes, guess, all, masks, sizes);
        KEYPEG_EACH_COMPILED(KEYPEG_CASE)
#undef KEYPEG_CASE
        default:
            return 0;
    }
}

// A tiny set, whose members are compared with each other.
struct Tiny {
    alignas(64) std::uint64_t places[Kernels::kTiny], colors[Kernels::kTiny];
    int count;

    // Returns the feedbacks that the others get if member i is the guess, as bits by their ordinals. (Bit 65,
    // the win of ten pegs, is not among them.)
#if defined(__AVX512BW__)
    KEYPEG_INLINE std::uint64_t feedbacks(int i) const {
        const __m512i own_places = _mm512_set1_epi64(static_cast<long long>(places[i]));
        const __m512i own_colors = _mm512_set1_epi64(static_cast<long long>(colors[i]));
        const __m512i one = _mm512_set1_epi64(1);
        const std::uint64_t others = ((std::uint64_t{1} << count) - 1) & ~(std::uint64_t{1} << i);
        __m512i found = _mm512_setzero_si512();
        for (int at = 0; at < count; at += 8) {
            const __m512i blacks =
                count_bits_of_words(_mm512_and_si512(own_places, _mm512_load_si512(places + at)));
            const __m512i total =
                count_bits_of_words(_mm512_and_si512(own_colors, _mm512_load_si512(colors + at)));
            const __m512i triangle =
                _mm512_srli_epi64(_mm512_mul_epu32(total, _mm512_add_epi64(total, one)), 1);
            found = _mm512_or_si512(found, _mm512_maskz_sllv_epi64(static_cast<__mmask8>(others >> at), one,
                                                                   _mm512_add_epi64(triangle, blacks)));
        }
        return static_cast<std::uint64_t>(_mm512_reduce_or_epi64(found));
    }
#else
    KEYPEG_INLINE std::uint64_t feedbacks(int i) const {
        std::uint64_t found = 0;
        for (int k = 0; k < count; ++k) {
            const int blacks = count_bits(places[i] & places[k]), total = count_bits(colors[i] & colors[k]);
            found |= std::uint64_t{k != i} << ((total * (total + 1) / 2 + blacks) & 63);
        }
        return found;
    }
#endif
};

int own_parts(const std::uint64_t* packed, const std::uint16_t* members, int count) {
    Tiny set;
    set.count = count;
    for (int i = 0; i < count; ++i) {
        set.places[i] = packed[2 * std::size_t{members[i]}];
        set.colors[i] = packed[2 * std::size_t{members[i]} + 1];
    }
    int most = 0;
    for (int i = 0; i < count; ++i) {
        const int parts = 1 + count_bits(set.feedbacks(i));
        most = parts > most ? parts : most;
    }
    return most;
}

void score_games(int pegs, int colors, const std::uint8_t* secrets, const std::uint8_t* guesses,
                 std::uint8_t* blacks, std::uint8_t* totals, std::uint8_t* most) {
    constexpr std::size_t kLanes = Kernels::kLanes;
    std::uint8_t right[kLanes] = {}, both[kLanes] = {}, commonest[kLanes] = {};
    const std::size_t size = static_cast<std::size_t>(pegs) * kLanes;
    for (std::size_t at = 0; at < size; at += kLanes)
        for (std::size_t lane = 0; lane < kLanes; ++lane)
            right[lane] = static_cast<std::uint8_t>(right[lane] + (secrets[at + lane] == guesses[at + lane]));
    for (int c = 0; c < colors; ++c) {
        const auto color = static_cast<std::uint8_t>(c);
        std::uint8_t in_secret[kLanes] = {}, in_guess[kLanes] = {};
        for (std::size_t at = 0; at < size; at += kLanes)
            for (std::size_t lane = 0; lane < kLanes; ++lane) {
                in_secret[lane] = static_cast<std::uint8_t>(in_secret[lane] + (secrets[at + lane] == color));
                in_guess[lane] = static_cast<std::uint8_t>(in_guess[lane] + (guesses[at + lane] == color));
            }
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            const std::uint8_t s = in_secret[lane], g = in_guess[lane];
            both[lane] = static_cast<std::uint8_t>(both[lane] + (s < g ? s : g));
            commonest[lane] = commonest[lane] < g ? g : commonest[lane];
        }
    }
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
        blacks[lane] = right[lane];
        totals[lane] = both[lane];
        most[lane] = commonest[lane];
    }
}

// What a bit must be flipped by so that it is set if it is this one.
constexpr std::uint64_t kAll = ~std::uint64_t{0};
constexpr std::uint64_t kFlip[2][kBlockWords] = {{kAll, kAll, kAll, kAll, kAll, kAll, kAll, kAll}, {}};

template <class Word>
KEYPEG_INLINE Word only(Word lanes, const Word* bits, int width, int number) {
    for (int k = 0; k < width; ++k) lanes = lanes & (bits[k] ^ Word::load(kFlip[number >> k & 1]));
    return lanes;
}

// Adds the planes that a code selects into the bits of a number; P is the number of pegs, or 0 if only `pegs`
// has it.
template <int P, class Word>
KEYPEG_INLINE void add_planes(int pegs, const PlaneBlock& block, std::size_t start, const PlaneIndex* planes,
                              Word* bits) {
    if constexpr (P > 0) {
        Word in[P];
        for (int i = 0; i < P; ++i) in[i] = Word::load(block.planes + planes[i] * block.stride + start);
        add_bits<P>(in, bits);
    } else {
        for (int k = 0; k < bit_width(pegs); ++k) bits[k] = Word::load(kFlip[1]);
        for (int i = 0; i < pegs; ++i) {
            Word carry = Word::load(block.planes + planes[i] * block.stride + start);
            for (int k = 0; k < bit_width(pegs); ++k) {
                const Word next = bits[k] & carry;
                bits[k] = bits[k] ^ carry;
                carry = next;
            }
        }
    }
}

template <int P, class Word>
std::uint32_t keep_by(int pegs, const PlaneBlock& block, const PlaneIndex* guess, int blacks, int total,
                      const std::uint64_t* from, std::uint64_t* to) {
    constexpr int kMostBits = P > 0 ? bit_width(P) : 7;
    const int width = P > 0 ? kMostBits : bit_width(pegs);
    typename Word::Tally tally;
    for (std::size_t start = 0; start < block.words;) {
        const std::size_t group_end = start + Word::kGroup * Word::kWords;
        const std::size_t end = group_end < block.words ? group_end : block.words;
        for (; start < end; start += Word::kWords) {
            Word bits[kMostBits];
            add_planes<P>(pegs, block, start, guess, bits);
            Word kept = only(Word::load(from + start), bits, width, blacks);
            add_planes<P>(pegs, block, start, guess + pegs, bits);
            kept = only(kept, bits, width, total);
            kept.store(to + start);
            tally.add(kept);
        }
        tally.flush();
    }
    return tally.total();
}

std::uint32_t keep_consistent(int pegs, const PlaneBlock& block, const PlaneIndex* guess, int blacks,
                              int total, const std::uint64_t* from, std::uint64_t* to) {
    switch (pegs) {
#define KEYPEG_CASE(P) \
    case P:            \
        return keep_by<P, WideWord>(pegs, block, guess, blacks, total, from, to);
        KEYPEG_EACH_COMPILED(KEYPEG_CASE)
#undef KEYPEG_CASE
        default:
            return keep_by<0, WideWord>(pegs, block, guess, blacks, total, from, to);
    }
}

}  // namespace

#define KEYPEG_JOIN2(a, b) a##b
#define KEYPEG_JOIN(a, b) KEYPEG_JOIN2(a, b)
#define KEYPEG_TEXT2(a) #a
#define KEYPEG_TEXT(a) KEYPEG_TEXT2(a)

extern const Kernels KEYPEG_JOIN(kernels_, KEYPEG_SET);
const Kernels KEYPEG_JOIN(kernels_, KEYPEG_SET) = {KEYPEG_TEXT(KEYPEG_SET),
                                                   count_parts,
                                                   count_distinct,
                                                   sift,
                                                   sift_colors,
                                                   sift_members,
                                                   relate,
                                                   split_small,
                                                   own_parts,
                                                   score_games,
                                                   keep_consistent};

}  // namespace keypeg
