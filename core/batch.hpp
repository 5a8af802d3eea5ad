// Many games played at once, one guess each per step: what learning machines are trained on. Nothing is
// allocated after the start; what a step found out lies in arrays that Python sees without a copy.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "codes.hpp"
#include "dispatch.hpp"
#include "partition.hpp"
#include "source.hpp"

namespace keypeg {

// What a guess is rewarded with. Won: 1 for the code. Turns: -1 for each guess, and a game that is lost adds
// up to one guess more than the limit. Information: the bits that the feedback gave, and 1 for the code.
enum class Reward { kWin, kTurns, kInformation };

struct BatchRules {
    Variant variant;
    std::size_t games;
    int guesses;  // in each game
    Reward reward;
    bool keeps_history;     // the turns of each game
    bool keeps_candidates;  // as bits, one for each code in order
    bool adversary;         // no secret: the feedback that keeps the most candidates, of these the lowest
};

class Batch {
  public:
    static constexpr std::size_t kMostCodes = std::size_t{1} << 16;  // of which candidates are kept

    explicit Batch(const BatchRules& rules);

    const BatchRules& rules() const { return rules_; }
    std::size_t row_size() const { return pegs_ + 2; }
    std::size_t codes() const { return codes_; }  // 0 if candidates are not kept
    std::size_t mask_words() const { return mask_words_; }

    // Each game draws its secrets from a source of its own, so that it is the same game in any batch.
    void seed(std::size_t game, std::uint64_t seed) { sources_[game] = Source(seed); }
    void renew(std::size_t game);
    void set_secret(std::size_t game, const Color* secret);
    void secret(std::size_t game, Color* out) const;

    // Makes a guess, one row each, in every game. A game that was over before gets no guess: a new one begins
    // instead. A guess that repeats a color where that is not allowed loses the game.
    void step(const Color* guesses, int threads);

    // Writes 1 for each code that is a candidate of a game, and 0 for each other.
    void write_mask(std::size_t game, std::int8_t* out) const;

    // For each game, after the last step:
    std::vector<std::uint8_t> history;  // rows of colors from 1, blacks and whites; 0 for turns to come
    std::vector<std::uint8_t> blacks, whites;
    std::vector<double> rewards;
    std::unique_ptr<bool[]> over, illegal;
    std::vector<std::uint32_t> turns, candidates;  // how many

    const std::uint64_t* masks() const { return masks_[0].words; }

  private:
    struct Answer {
        int blacks, total;
    };

    static constexpr std::size_t kLanes = Kernels::kLanes;

    std::uint64_t* mask_of(std::size_t game) { return masks_[0].words + game * mask_words_; }
    Color* secret_column(std::size_t game) {
        return secrets_.data() + game / kLanes * kLanes * pegs_ + game % kLanes;
    }
    void step_lanes(std::size_t block, const Color* guesses);
    void settle(std::size_t game, const Color* guess, Answer answer, bool is_legal);
    std::uint32_t keep(const PlaneIndex* guess, Answer answer, const std::uint64_t* from, std::uint64_t* to);
    Answer worst_answer(const PlaneIndex* guess, const std::uint64_t* mask);
    double reward_of(bool is_won, bool is_legal, std::uint32_t turn, std::uint32_t before,
                     std::uint32_t after) const;

    BatchRules rules_;
    std::size_t pegs_, codes_ = 0, mask_words_ = 0;
    std::vector<Source> sources_;
    std::vector<Color> secrets_;  // in blocks of kLanes games, a column for each game
    std::unique_ptr<Planes> planes_;
    std::vector<CacheLine> masks_, all_;
    std::vector<double> bits_;  // log2 of each number of candidates
};

}  // namespace keypeg
