#include "batch.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "kernels.hpp"

namespace keypeg {

namespace {

constexpr std::size_t kMostMaskWords = Batch::kMostCodes / 64;

// Each byte with its bits spread to eight bytes, the lowest first.
struct Spread {
    std::int8_t bytes[256][8];

    constexpr Spread() : bytes() {
        for (int byte = 0; byte < 256; ++byte)
            for (int bit = 0; bit < 8; ++bit) bytes[byte][bit] = static_cast<std::int8_t>(byte >> bit & 1);
    }
};

constexpr Spread kSpread;

std::size_t count_codes(const Variant& variant) {
    std::size_t codes = 1;
    for (int peg = 0; peg < variant.pegs; ++peg)
        codes *= static_cast<std::size_t>(variant.colors - (variant.repeats ? 0 : peg));
    return codes;
}

}  // namespace

Batch::Batch(const BatchRules& rules) : rules_(rules), pegs_(static_cast<std::size_t>(rules.variant.pegs)) {
    const std::size_t games = rules.games;
    const std::size_t padded = (games + kLanes - 1) / kLanes * kLanes;
    if (rules.keeps_history) history.assign(games * static_cast<std::size_t>(rules.guesses) * row_size(), 0);
    blacks.assign(games, 0);
    whites.assign(games, 0);
    rewards.assign(games, 0);
    over = std::make_unique<bool[]>(games);
    illegal = std::make_unique<bool[]>(games);
    turns.assign(games, 0);
    sources_.assign(games, Source(0));
    secrets_.assign(padded * pegs_, 0);
    masks_.assign(1, CacheLine{});
    if (!rules.keeps_candidates) return;
    codes_ = count_codes(rules.variant);
    const std::vector<Color> rows = all_codes(rules.variant);
    planes_ = std::make_unique<Planes>(rules.variant, Codes{rows.data(), codes_, rules.variant.pegs});
    mask_words_ = planes_->blocks() * planes_->block_words();
    all_.assign(mask_words_ / kBlockWords, CacheLine{});
    for (std::size_t code = 0; code < codes_; ++code)
        all_[0].words[code / 64] |= std::uint64_t{1} << (code % 64);
    masks_.assign(games * mask_words_ / kBlockWords, CacheLine{});
    candidates.assign(games, static_cast<std::uint32_t>(codes_));
    bits_.assign(codes_ + 1, 0);
    for (std::size_t number = 1; number <= codes_; ++number)
        bits_[number] = std::log2(static_cast<double>(number));
}

void Batch::renew(std::size_t game) {
    const auto limit = static_cast<std::size_t>(rules_.guesses);
    if (rules_.keeps_history)
        std::memset(history.data() + game * limit * row_size(), 0, turns[game] * row_size());
    blacks[game] = whites[game] = 0;
    rewards[game] = 0;
    over[game] = illegal[game] = false;
    turns[game] = 0;
    if (planes_) {
        std::memcpy(mask_of(game), all_[0].words, mask_words_ * sizeof(std::uint64_t));
        candidates[game] = static_cast<std::uint32_t>(codes_);
    }
    if (rules_.adversary) return;
    Color* column = secret_column(game);
    Source& source = sources_[game];
    const auto colors = static_cast<std::size_t>(rules_.variant.colors);
    if (rules_.variant.repeats) {
        for (std::size_t peg = 0; peg < pegs_; ++peg)
            column[peg * kLanes] = static_cast<Color>(source.below(colors));
        return;
    }
    Color left[kMaxColors];
    for (std::size_t color = 0; color < colors; ++color) left[color] = static_cast<Color>(color);
    for (std::size_t peg = 0; peg < pegs_; ++peg) {
        std::swap(left[peg], left[peg + source.below(colors - peg)]);
        column[peg * kLanes] = left[peg];
    }
}

void Batch::set_secret(std::size_t game, const Color* secret) {
    for (std::size_t peg = 0; peg < pegs_; ++peg) secret_column(game)[peg * kLanes] = secret[peg];
}

void Batch::secret(std::size_t game, Color* out) const {
    const Color* column = secrets_.data() + game / kLanes * kLanes * pegs_ + game % kLanes;
    for (std::size_t peg = 0; peg < pegs_; ++peg) out[peg] = column[peg * kLanes];
}

void Batch::step(const Color* guesses, int threads) {
    constexpr std::size_t kChunk = 16;  // blocks that a thread takes at a time
    const std::size_t blocks = (rules_.games + kLanes - 1) / kLanes;
    share_work((blocks + kChunk - 1) / kChunk, threads, threads != 1,
               [&](std::size_t chunk, const Stop&) {
                   const std::size_t end = std::min((chunk + 1) * kChunk, blocks);
                   for (std::size_t block = chunk * kChunk; block < end; ++block) step_lanes(block, guesses);
               },
               {});
}

void Batch::step_lanes(std::size_t block, const Color* guesses) {
    alignas(64) Color columns[kMaxPegs * kLanes];
    alignas(64) std::uint8_t black[kLanes], total[kLanes], most[kLanes];
    const std::size_t first = block * kLanes, lanes = std::min(kLanes, rules_.games - first);
    if (lanes < kLanes) std::memset(columns, 0, pegs_ * kLanes);
    const Color* guess = guesses + first * pegs_;
    for (std::size_t lane = 0; lane < lanes; ++lane)
        for (std::size_t peg = 0; peg < pegs_; ++peg) columns[peg * kLanes + lane] = *guess++;
    kernels().score_games(rules_.variant.pegs, rules_.variant.colors,
                          secrets_.data() + block * kLanes * pegs_, columns, black, total, most);
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        const std::size_t game = first + lane;
        if (over[game]) {
            renew(game);
            continue;
        }
        const bool is_legal = rules_.variant.repeats || most[lane] == 1;
        settle(game, guesses + game * pegs_, {black[lane], total[lane]}, is_legal);
    }
}

void Batch::settle(std::size_t game, const Color* guess, Answer answer, bool is_legal) {
    std::uint32_t before = 0, after = 0;
    if (!is_legal) answer = {0, 0};
    if (planes_) {
        PlaneIndex selected[2 * kMaxPegs];
        before = after = candidates[game];
        if (is_legal) {
            planes_->planes_of(guess, selected);
            if (rules_.adversary) answer = worst_answer(selected, mask_of(game));
            after = keep(selected, answer, mask_of(game), mask_of(game));
            candidates[game] = after;
        }
    }
    const std::uint32_t turn = turns[game]++;
    const bool is_won = answer.blacks == rules_.variant.pegs;
    blacks[game] = static_cast<std::uint8_t>(answer.blacks);
    whites[game] = static_cast<std::uint8_t>(answer.total - answer.blacks);
    over[game] = is_won || !is_legal || turns[game] == static_cast<std::uint32_t>(rules_.guesses);
    illegal[game] = !is_legal;
    rewards[game] = reward_of(is_won, is_legal, turn, before, after);
    if (!rules_.keeps_history) return;
    std::uint8_t* row =
        history.data() + (game * static_cast<std::size_t>(rules_.guesses) + turn) * row_size();
    for (std::size_t peg = 0; peg < pegs_; ++peg) row[peg] = static_cast<std::uint8_t>(guess[peg] + 1);
    row[pegs_] = blacks[game];
    row[pegs_ + 1] = whites[game];
}

double Batch::reward_of(bool is_won, bool is_legal, std::uint32_t turn, std::uint32_t before,
                        std::uint32_t after) const {
    const auto left = static_cast<std::uint32_t>(rules_.guesses) - turn;  // guesses, this one included
    switch (rules_.reward) {
        case Reward::kWin:
            return is_won ? 1 : 0;
        case Reward::kTurns:
            if (!is_legal) return -1 - static_cast<double>(left);
            return left == 1 && !is_won ? -2 : -1;
        default:
            return bits_[before] - bits_[after] + (is_won ? 1 : 0);
    }
}

std::uint32_t Batch::keep(const PlaneIndex* guess, Answer answer, const std::uint64_t* from,
                          std::uint64_t* to) {
    std::uint32_t kept = 0;
    for (std::size_t b = 0; b < planes_->blocks(); ++b) {
        const std::size_t start = b * planes_->block_words();
        kept += kernels().keep_consistent(rules_.variant.pegs, planes_->block(b), guess, answer.blacks,
                                          answer.total, from + start, to + start);
    }
    return kept;
}

Batch::Answer Batch::worst_answer(const PlaneIndex* guess, const std::uint64_t* mask) {
    std::uint64_t scratch[kMostMaskWords + kBlockWords];
    Answer worst{0, 0};
    std::uint32_t largest = 0;
    for (int total = 0; total <= rules_.variant.pegs; ++total)
        for (int black = 0; black <= total; ++black) {
            const std::uint32_t size = keep(guess, {black, total}, mask, scratch);
            if (size > largest) largest = size, worst = {black, total};
        }
    return worst;
}

void Batch::write_mask(std::size_t game, std::int8_t* out) const {
    const std::uint64_t* mask = masks_[0].words + game * mask_words_;
    std::size_t code = 0;
    for (; code + 8 <= codes_; code += 8)
        std::memcpy(out + code, kSpread.bytes[mask[code / 64] >> (code % 64) & 255], 8);
    for (; code < codes_; ++code) out[code] = static_cast<std::int8_t>(mask[code / 64] >> (code % 64) & 1);
}

}  // namespace keypeg
