// One-step strategies: choose the guess whose partition of the candidates is best by some rule.
#pragma once

#include <memory>
#include <vector>

#include "codes.hpp"
#include "dispatch.hpp"
#include "partition.hpp"

namespace keypeg {

// What a rule minimizes. It depends on the sizes of the parts alone.
enum class Rule {
    kLargest,       // the largest part (Knuth 1977)
    kExpectedSize,  // the sum of the squares (Irving 1978)
    kEntropy,       // the sum of s log2 s (Neuwirth 1982)
    kMostParts,     // minus the number of parts (Kooi 2005)
};

struct Choice {
    double score;
    bool is_candidate;
    std::size_t index;  // into the guesses compared, which are in order
};

// A rule ready to use for sets of up to `most` candidates.
class Scorer {
  public:
    Scorer(Rule rule, std::size_t most);

    double score(const std::uint32_t* sizes, int slots) const;

    // The lowest score of `count` candidates in `parts` parts: the one of parts as even as possible.
    double bound(std::size_t count, std::size_t parts) const;

    // Scores that differ by no more than this count as equal; entropy is compared in bits.
    double tolerance(std::size_t count) const {
        return rule_ == Rule::kEntropy ? 1e-9 * static_cast<double>(count) : 0.5;
    }

    // Best score, then a candidate, then the smallest code.
    bool is_better(const Choice& a, const Choice& b, std::size_t count) const;

  private:
    double term(std::size_t size) const;

    Rule rule_;
    std::vector<double> s_log_s_;
};

// Chooses guesses for one variant. Threads may share a chooser: calls are independent.
class Chooser {
  public:
    // A chooser for candidates only holds no list of all codes, so it works for variants of any size.
    Chooser(const Variant& variant, bool candidates_only);

    const Variant& variant() const { return variant_; }
    Codes codes() const {
        return {rows_.data(), rows_.size() / static_cast<std::size_t>(variant_.pegs), variant_.pegs};
    }

    // Returns the chosen code. `earlier` are the guesses that led to the candidates: of guesses that are
    // equal up to a renaming that fixes those, only one is tried. Neither that nor the number of threads
    // changes the choice.
    std::vector<Color> choose(const Scorer& scorer, Codes earlier, Codes candidates, int threads,
                              const Watch& watch) const;

  private:
    std::vector<Color> choose_among(const Scorer& scorer, Codes guesses, const Planes& candidates,
                                    int threads, const Watch& watch) const;
    std::vector<Color> choose_for_few(const Scorer& scorer, Codes candidates, const Planes& planes) const;

    Variant variant_;
    bool candidates_only_;
    std::vector<Color> rows_;
    Planes planes_;  // of all codes, as lanes for count_distinct
};

}  // namespace keypeg
