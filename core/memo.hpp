// What the exact search remembers of sets of candidates.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "compiler.hpp"
#include "zeros.hpp"

namespace keypeg {

inline constexpr int kNoTotal = (1 << 20) - 1;  // more than any total: "impossible" or "not known"
inline constexpr std::uint16_t kNoGuess = 0xffff;

// A key of a set of candidates, the same however the set came about: the keys of its members, xored.
struct SetKey {
    std::uint64_t bits = 0;
    std::uint8_t more = 0;
    SetKey operator^(const SetKey& o) const {
        return {bits ^ o.bits, static_cast<std::uint8_t>(more ^ o.more)};
    }
    bool operator==(const SetKey&) const = default;
};

// The least total of a set lies in [lower, upper]; `guess`, if there is one, reaches upper.
struct Known {
    int lower = 0;
    int upper = kNoTotal;
    std::uint16_t guess = kNoGuess;
};

// Remembers what is known of sets, in a limited amount of memory that all threads share without locks. It
// starts small and adds larger and larger tables, of which the last takes all that is left; once it is full,
// entries of small sets make room for others. What is lost is found again by searching: forgetting costs
// time, but never a result.
//
// All 72 bits of a key are compared: with 10^7 sets remembered, the chance that any of 10^8 lookups returns
// another set's entry is 2 in 10^7.
class Memo {
  public:
    explicit Memo(std::size_t most_bytes);

    // Prefetches what probe() will read.
    void prefetch(const SetKey& key) const {
        for (std::size_t i = tables_.load(std::memory_order_acquire); i-- > 0;)
            fetch_ahead(table_[i].bucket(key));
    }
    bool probe(const SetKey& key, Known& known) const;
    void store(const SetKey& key, const Known& known);

    std::size_t bytes() const;

    // The entries as pairs of words, at most `most` of them, those with the largest totals; and back.
    std::vector<std::uint64_t> snapshot(std::size_t most) const;
    bool restore(const std::uint64_t* words, std::size_t pairs, std::size_t codes);

  private:
    struct Entry {
        // check = key.bits ^ data, so that a torn write by two threads is never taken for an entry.
        std::atomic<std::uint64_t> check, data;
    };
    static constexpr std::size_t kBucket = 4;  // entries that share a cache line
    struct Table {
        Zeros memory;
        Entry* entries = nullptr;
        std::size_t buckets = 0;
        std::atomic<std::size_t> used{0};

        std::size_t size() const { return buckets * kBucket; }
        Entry* bucket(const SetKey& key) const {
            return entries + ((key.bits >> 32) * buckets >> 32) * kBucket;
        }
    };
    static constexpr std::size_t kMostTables = 8;
    static constexpr std::size_t kMostBuckets = 0xffffffff;

    Entry* find(Table& table, const SetKey& key) const;
    void put(Table& table, const SetKey& key, std::uint64_t data);
    void add_table(std::size_t index);
    template <class Visit>
    void each(Visit&& visit) const;

    std::size_t most_bytes_;
    std::mutex growing_;
    std::atomic<bool> is_full_{false};  // no more tables can be added
    std::atomic<std::size_t> tables_{0};
    mutable Table table_[kMostTables];
};

}  // namespace keypeg
