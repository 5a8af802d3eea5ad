#include "memo.hpp"

#include <algorithm>
#include <new>

namespace keypeg {

namespace {

// data: lower (20 bits), upper (20), guess (16), the key's top bits (8)
constexpr int kLowerShift = 44, kUpperShift = 24, kGuessShift = 8;
constexpr std::uint64_t kTotalMask = 0xfffff;

std::uint64_t pack(const SetKey& key, const Known& known) {
    return static_cast<std::uint64_t>(known.lower) << kLowerShift |
           static_cast<std::uint64_t>(known.upper) << kUpperShift |
           static_cast<std::uint64_t>(known.guess) << kGuessShift | key.more;
}

Known unpack(std::uint64_t data) {
    return {static_cast<int>(data >> kLowerShift & kTotalMask),
            static_cast<int>(data >> kUpperShift & kTotalMask),
            static_cast<std::uint16_t>(data >> kGuessShift)};
}

constexpr std::size_t kFirstBytes = std::size_t{1} << 22;
constexpr std::size_t kGrowth = 4;

}  // namespace

Memo::Memo(std::size_t most_bytes) : most_bytes_(std::max<std::size_t>(most_bytes, 4096)) {
    add_table(0);
    if (tables_ == 0) throw std::bad_alloc();
}

void Memo::add_table(std::size_t index) {
    std::size_t bytes = kFirstBytes;
    for (std::size_t i = 0; i < index; ++i) bytes *= kGrowth;
    const std::size_t left = most_bytes_ - this->bytes();
    if (left < 2 * bytes || index + 1 == kMostTables) {
        bytes = left;
        is_full_ = true;
    }
    const std::size_t buckets = std::min(bytes / sizeof(Entry) / kBucket, kMostBuckets);
    Zeros zeros = zeros_of(buckets * kBucket * sizeof(Entry));
    if (!zeros.start) {
        is_full_ = true;
        return;
    }
    table_[index].entries = static_cast<Entry*>(zeros.start);
    table_[index].memory = std::move(zeros);
    table_[index].buckets = buckets;
    tables_.store(index + 1, std::memory_order_release);
}

std::size_t Memo::bytes() const {
    std::size_t sum = 0;
    for (std::size_t i = 0; i < tables_.load(std::memory_order_acquire); ++i)
        sum += table_[i].size() * sizeof(Entry);
    return sum;
}

Memo::Entry* Memo::find(Table& table, const SetKey& key) const {
    Entry* bucket = table.bucket(key);
    for (std::size_t i = 0; i < kBucket; ++i) {
        const std::uint64_t data = bucket[i].data.load(std::memory_order_relaxed);
        if ((bucket[i].check.load(std::memory_order_relaxed) ^ data) == key.bits && data != 0 &&
            static_cast<std::uint8_t>(data) == key.more)
            return &bucket[i];
    }
    return nullptr;
}

bool Memo::probe(const SetKey& key, Known& known) const {
    for (std::size_t i = tables_.load(std::memory_order_acquire); i-- > 0;)
        if (const Entry* entry = find(table_[i], key)) {
            const std::uint64_t data = entry->data.load(std::memory_order_relaxed);
            if ((entry->check.load(std::memory_order_relaxed) ^ data) != key.bits) return false;
            known = unpack(data);
            return true;
        }
    return false;
}

void Memo::store(const SetKey& key, const Known& known) {
    const std::size_t count = tables_.load(std::memory_order_acquire);
    Table& newest = table_[count - 1];
    put(newest, key, pack(key, known));
    if (newest.used.load(std::memory_order_relaxed) < newest.size() / 2 || is_full_) return;
    const std::lock_guard lock(growing_);
    if (tables_.load(std::memory_order_relaxed) == count && !is_full_) add_table(count);
}

void Memo::put(Table& table, const SetKey& key, std::uint64_t data) {
    Entry* place = find(table, key);
    if (!place) {
        Entry* bucket = table.bucket(key);
        place = std::min_element(bucket, bucket + kBucket, [](const Entry& a, const Entry& b) {
            return a.data.load(std::memory_order_relaxed) < b.data.load(std::memory_order_relaxed);
        });
        if (place->data.load(std::memory_order_relaxed) == 0)
            table.used.fetch_add(1, std::memory_order_relaxed);
    }
    place->data.store(data, std::memory_order_relaxed);
    place->check.store(key.bits ^ data, std::memory_order_relaxed);
}

template <class Visit>
void Memo::each(Visit&& visit) const {
    for (std::size_t t = 0; t < tables_.load(std::memory_order_acquire); ++t)
        for (std::size_t i = 0; i < table_[t].size(); ++i) {
            const std::uint64_t data = table_[t].entries[i].data.load(std::memory_order_relaxed);
            const std::uint64_t check = table_[t].entries[i].check.load(std::memory_order_relaxed);
            if (data != 0) visit(check ^ data, data);
        }
}

std::vector<std::uint64_t> Memo::snapshot(std::size_t most) const {
    // Counting the entries by lower bound first shows which to take, so that no others are gathered. The
    // search may continue meanwhile; the number taken is limited all the same.
    std::vector<std::uint32_t> with_lower(kTotalMask + 1);
    each([&](std::uint64_t, std::uint64_t data) { ++with_lower[data >> kLowerShift]; });
    std::size_t count = 0;
    std::uint64_t least = kTotalMask + 1;
    while (least > 0 && count + with_lower[least - 1] <= most) count += with_lower[--least];
    std::vector<std::uint64_t> words;
    words.reserve(2 * std::min(most, count + (least > 0 ? with_lower[least - 1] : 0)));
    std::size_t left = most - count;  // of the entries just below
    each([&](std::uint64_t key, std::uint64_t data) {
        const std::uint64_t lower = data >> kLowerShift;
        if (words.size() >= 2 * most || (lower < least && (lower + 1 < least || left == 0))) return;
        if (lower < least) --left;
        words.insert(words.end(), {key, data});
    });
    return words;
}

bool Memo::restore(const std::uint64_t* words, std::size_t pairs, std::size_t codes) {
    for (std::size_t i = 0; i < pairs; ++i) {
        const Known known = unpack(words[2 * i + 1]);
        if (known.lower < 1 || known.lower > known.upper || (known.guess >= codes && known.guess != kNoGuess))
            return false;
    }
    for (std::size_t i = 0; i < pairs; ++i)
        store({words[2 * i], static_cast<std::uint8_t>(words[2 * i + 1])}, unpack(words[2 * i + 1]));
    return true;
}

}  // namespace keypeg
