#include "chooser.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "symmetry.hpp"

namespace keypeg {

namespace {

constexpr std::size_t kBatch = 256;            // guesses scored together
constexpr std::size_t kLongWork = 50'000'000;  // pairs; for less, starting threads costs more than it saves
constexpr std::size_t kFew = 600;              // up to this many candidates, lanes are guesses
constexpr std::size_t kSymmetryPays = 500;     // from this many candidates on, looking for symmetry pays

// Scores guesses in batches; reused, so that nothing is allocated in the loop.
class BatchScorer {
  public:
    BatchScorer(const Variant& variant, const Scorer& scorer, const Planes& candidates)
        : variant_(variant),
          scorer_(scorer),
          candidates_(candidates),
          sizes_(kBatch * static_cast<std::size_t>(variant.slots())) {}

    // Calls use(Choice) for each guess in order until it returns false.
    template <class Use>
    void each(Codes guesses, Use&& use) {
        const auto slots = static_cast<std::size_t>(variant_.slots());
        for (std::size_t first = 0; first < guesses.count; first += kBatch) {
            const std::size_t count = std::min(kBatch, guesses.count - first);
            partition_sizes(variant_, {guesses[first], count, guesses.pegs}, candidates_, sizes_.data());
            for (std::size_t g = 0; g < count; ++g) {
                const std::uint32_t* row = sizes_.data() + g * slots;
                const double score = scorer_.score(row, variant_.slots());
                if (!use(Choice{score, row[variant_.win()] != 0, first + g})) return;
            }
        }
    }

  private:
    Variant variant_;
    const Scorer& scorer_;
    const Planes& candidates_;
    std::vector<std::uint32_t> sizes_;
};

// Into how many parts each code, as a guess, splits a small set of candidates.
class PartCounts {
  public:
    PartCounts(const Variant& variant, const Planes& codes, Codes candidates)
        : codes_(codes), bits_(static_cast<std::size_t>(part_bits(variant.pegs))) {
        const auto width = static_cast<std::size_t>(2 * variant.pegs);
        std::vector<PlaneIndex> planes(candidates.count * width);
        for (std::size_t c = 0; c < candidates.count; ++c)
            codes.planes_of(candidates[c], planes.data() + c * width);
        block_size_ = bits_ * codes.block_words();
        data_.resize(block_size_ * codes.blocks() / kBlockWords);
        for (std::size_t b = 0; b < codes.blocks(); ++b)
            kernels().count_distinct(variant.pegs, codes.block(b), planes.data(), candidates.count, block(b),
                                     0);
    }

    // The largest number of parts, bit by bit from the top: a bit is set if some code has it along with the
    // higher ones.
    std::size_t most() const {
        std::size_t number = 0;
        for (std::size_t k = bits_; k-- > 0;) {
            const std::size_t higher = number | std::size_t{1} << k;
            if (!each_word(
                    [&](const std::uint64_t* planes, std::size_t) { return with(higher, k, planes) == 0; }))
                number = higher;
        }
        return number;
    }

    // Lists the codes below `limit` that make exactly `number` parts, in order.
    void select(std::size_t number, std::size_t limit, std::vector<std::uint32_t>& out) const {
        out.clear();
        each_word([&](const std::uint64_t* planes, std::size_t start) {
            for (std::uint64_t mask = with(number, 0, planes); mask != 0; mask &= mask - 1) {
                const std::size_t index = start + static_cast<std::size_t>(std::countr_zero(mask));
                if (index < limit) out.push_back(static_cast<std::uint32_t>(index));
            }
            return start < limit;
        });
    }

  private:
    std::uint64_t* block(std::size_t index) { return data_[0].words + index * block_size_; }

    // Calls use(planes, first code) for each word of codes until it returns false. Returns whether it never
    // did.
    template <class Use>
    bool each_word(Use&& use) const {
        const std::size_t stride = codes_.block_words();
        for (std::size_t b = 0; b < codes_.blocks(); ++b) {
            const std::size_t words = codes_.block(b).words;
            for (std::size_t word = 0; word < words; ++word)
                if (!use(data_[0].words + b * block_size_ + word, (b * stride + word) * 64)) return false;
        }
        return true;
    }

    // Which of the 64 codes of a word have the same bits as `number` from bit `lowest` up.
    std::uint64_t with(std::size_t number, std::size_t lowest, const std::uint64_t* planes) const {
        std::uint64_t mask = ~std::uint64_t{0};
        for (std::size_t k = lowest; k < bits_; ++k) {
            const std::uint64_t plane = planes[k * codes_.block_words()];
            mask &= (number >> k & 1) ? plane : ~plane;
        }
        return mask;
    }

    const Planes& codes_;
    std::size_t bits_, block_size_;
    std::vector<CacheLine> data_;
};

constexpr Choice kNoChoice{HUGE_VAL, false, ~std::size_t{0}};

std::vector<Color> to_vector(const Color* row, int pegs) {
    return {row, row + pegs};
}

}  // namespace

Scorer::Scorer(Rule rule, std::size_t most) : rule_(rule) {
    if (rule != Rule::kEntropy) return;
    s_log_s_.resize(most + 1);
    for (std::size_t s = 1; s <= most; ++s)
        s_log_s_[s] = static_cast<double>(s) * std::log2(static_cast<double>(s));
}

double Scorer::term(std::size_t size) const {
    switch (rule_) {
        case Rule::kExpectedSize:
            return static_cast<double>(size) * static_cast<double>(size);
        case Rule::kEntropy:
            return s_log_s_[size];
        default:
            return 0;
    }
}

double Scorer::score(const std::uint32_t* sizes, int slots) const {
    double sum = 0;
    std::uint32_t largest = 0;
    int parts = 0;
    switch (rule_) {
        case Rule::kLargest:
            for (int i = 0; i < slots; ++i) largest = std::max(largest, sizes[i]);
            return largest;
        case Rule::kMostParts:
            for (int i = 0; i < slots; ++i) parts += sizes[i] != 0;
            return -parts;
        default:
            for (int i = 0; i < slots; ++i) sum += term(sizes[i]);
            return sum;
    }
}

double Scorer::bound(std::size_t count, std::size_t parts) const {
    const std::size_t small = count / parts, larger = count % parts;
    switch (rule_) {
        case Rule::kLargest:
            return static_cast<double>(small + (larger > 0));
        case Rule::kMostParts:
            return -static_cast<double>(parts);
        default:
            return static_cast<double>(parts - larger) * term(small) +
                   (larger > 0 ? static_cast<double>(larger) * term(small + 1) : 0);
    }
}

bool Scorer::is_better(const Choice& a, const Choice& b, std::size_t count) const {
    const double slack = tolerance(count);
    if (a.score < b.score - slack) return true;
    if (a.score > b.score + slack) return false;
    if (a.is_candidate != b.is_candidate) return a.is_candidate;
    return a.index < b.index;
}

Chooser::Chooser(const Variant& variant, bool candidates_only)
    : variant_(variant),
      candidates_only_(candidates_only),
      rows_(candidates_only ? std::vector<Color>{} : all_codes(variant)),
      planes_(variant, codes()) {}

std::vector<Color> Chooser::choose(const Scorer& scorer, Codes earlier, Codes candidates, int threads,
                                   const Watch& watch) const {
    // One or two candidates: the first of them is best by every rule.
    if (candidates.count <= 2) return to_vector(candidates[0], variant_.pegs);
    const Planes planes(variant_, candidates);
    const bool look_for_symmetry = candidates.count >= kSymmetryPays || earlier.count == 0;
    if (candidates_only_) {
        if (!look_for_symmetry) return choose_among(scorer, candidates, planes, threads, watch);
        const std::vector<Color> distinct = distinct_codes(variant_, earlier, candidates);
        const std::size_t count = distinct.size() / static_cast<std::size_t>(variant_.pegs);
        return choose_among(scorer, {distinct.data(), count, variant_.pegs}, planes, threads, watch);
    }
    if (candidates.count <= kFew && variant_.pegs <= kMostCompiledPegs)
        return choose_for_few(scorer, candidates, planes);
    if (!look_for_symmetry) return choose_among(scorer, codes(), planes, threads, watch);
    const std::vector<Color> distinct = class_representatives(variant_, earlier, watch);
    const std::size_t count = distinct.size() / static_cast<std::size_t>(variant_.pegs);
    return choose_among(scorer, {distinct.data(), count, variant_.pegs}, planes, threads, watch);
}

std::vector<Color> Chooser::choose_among(const Scorer& scorer, Codes guesses, const Planes& candidates,
                                         int threads, const Watch& watch) const {
    constexpr std::size_t kShare = 4 * kBatch;  // guesses a thread takes at a time
    std::vector<Choice> best((guesses.count + kShare - 1) / kShare, kNoChoice);
    share_work(
        best.size(), threads, guesses.count * candidates.count() > kLongWork,
        [&](std::size_t share, const Stop&) {
            const std::size_t first = share * kShare;
            BatchScorer batch(variant_, scorer, candidates);
            batch.each({guesses[first], std::min(kShare, guesses.count - first), guesses.pegs},
                       [&](Choice choice) {
                           choice.index += first;
                           if (scorer.is_better(choice, best[share], candidates.count()))
                               best[share] = choice;
                           return true;
                       });
        },
        watch);
    Choice chosen = kNoChoice;
    for (const Choice& choice : best)
        if (scorer.is_better(choice, chosen, candidates.count())) chosen = choice;
    return to_vector(guesses[chosen.index], variant_.pegs);
}

// With few candidates almost every guess is a poor one. So the parts of all guesses are counted at once; a
// guess with few parts can't score well, and only those with many are scored.
//  1. Try the candidates themselves: one that tells all candidates apart is best by every rule.
//  2. Count the parts of every guess.
//  3. Score guesses in order of decreasing number of parts, as long as that number allows a better score than
//     the best so far, or the same score with a smaller code.
std::vector<Color> Chooser::choose_for_few(const Scorer& scorer, Codes candidates,
                                           const Planes& planes) const {
    const std::size_t count = candidates.count;
    const double slack = scorer.tolerance(count);
    BatchScorer batch(variant_, scorer, planes);

    Choice best = kNoChoice;
    const double perfect = scorer.bound(count, count) + slack;
    batch.each(candidates, [&](const Choice& choice) {
        if (scorer.is_better(choice, best, count)) best = choice;
        return best.score > perfect;
    });
    if (best.score <= perfect) return to_vector(candidates[best.index], variant_.pegs);

    const PartCounts parts(variant_, planes_, candidates);
    std::vector<std::uint32_t> selected;
    std::vector<Color> rows;
    for (std::size_t number = std::min<std::size_t>(parts.most(), count); number > 0; --number) {
        const double bound = scorer.bound(count, number);
        const bool can_improve = bound < best.score - slack;
        if (!can_improve && (best.is_candidate || bound > best.score + slack)) break;
        parts.select(number, can_improve ? codes().count : best.index, selected);
        rows.clear();
        for (const std::uint32_t index : selected)
            rows.insert(rows.end(), codes()[index], codes()[index + 1]);
        batch.each({rows.data(), selected.size(), variant_.pegs}, [&](Choice choice) {
            choice.index = selected[choice.index];
            if (choice.is_candidate || !scorer.is_better(choice, best, count)) return true;
            best = choice;
            return best.score > bound + slack;  // no later guess in this bucket can be better
        });
    }
    return to_vector(best.is_candidate ? candidates[best.index] : codes()[best.index], variant_.pegs);
}

}  // namespace keypeg
