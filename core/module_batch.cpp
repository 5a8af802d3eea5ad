// The Python binding of games played at once.
#include "batch.hpp"
#include "binding.hpp"

namespace keypeg {

using namespace nb::literals;

namespace {

constexpr std::size_t kMostGames = std::size_t{1} << 24;
constexpr int kMostGuesses = 1 << 16;
constexpr std::size_t kMostBytes = std::size_t{1} << 36;

using FlagsArg = nb::ndarray<const bool, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using SeedsArg = nb::ndarray<const std::uint64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using MasksArg = nb::ndarray<std::int8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

Reward to_reward(const std::string& name) {
    if (name == "win") return Reward::kWin;
    if (name == "turns") return Reward::kTurns;
    if (name == "information") return Reward::kInformation;
    throw nb::value_error("unknown reward");
}

void make_batch(Batch* self, const VariantArg& variant_arg, std::size_t games, int guesses,
                const std::string& reward_name, bool history, bool candidates, bool adversary) {
    const Variant variant = to_variant(variant_arg);
    const Reward reward = to_reward(reward_name);
    if (games < 1 || games > kMostGames) throw nb::value_error("games out of range");
    if (guesses < 1 || guesses > kMostGuesses) throw nb::value_error("guesses out of range");
    const auto row = static_cast<std::size_t>(variant.pegs + 2);
    if (history && games * static_cast<std::size_t>(guesses) * row > kMostBytes)
        throw nb::value_error("too many turns to keep");
    if (candidates) check_listable(variant, Batch::kMostCodes);
    if (!candidates && (adversary || reward == Reward::kInformation))
        throw nb::value_error("candidates are needed");
    const nb::gil_scoped_release release;
    new (self) Batch({variant, games, guesses, reward, history, candidates, adversary});
}

void check_count(const Batch& batch, std::size_t count) {
    if (count != batch.rules().games) throw nb::value_error("an entry is needed for each game");
}

void seed(Batch& batch, const SeedsArg& seeds, const std::optional<FlagsArg>& which) {
    check_count(batch, seeds.shape(0));
    if (which) check_count(batch, which->shape(0));
    for (std::size_t game = 0; game < seeds.shape(0); ++game)
        if (!which || which->data()[game]) batch.seed(game, seeds.data()[game]);
}

void reset(Batch& batch, const std::optional<FlagsArg>& which) {
    if (which) check_count(batch, which->shape(0));
    for (std::size_t game = 0; game < batch.rules().games; ++game)
        if (!which || which->data()[game]) batch.renew(game);
}

void set_secrets(Batch& batch, const CodesArg& secrets) {
    const Codes rows = to_codes(batch.rules().variant, secrets);
    check_count(batch, rows.count);
    for (std::size_t game = 0; game < rows.count; ++game) batch.set_secret(game, rows[game]);
}

auto secrets(const Batch& batch) {
    const auto pegs = static_cast<std::size_t>(batch.rules().variant.pegs);
    std::vector<Color> rows(batch.rules().games * pegs);
    for (std::size_t game = 0; game < batch.rules().games; ++game)
        batch.secret(game, rows.data() + game * pegs);
    return to_array(batch.rules().variant, std::move(rows));
}

// Colors are checked, but not whether they repeat: that is a guess, though one that loses the game.
void step(Batch& batch, const CodesArg& guesses, int threads) {
    const Variant& variant = batch.rules().variant;
    check_count(batch, guesses.shape(0));
    const auto pegs = static_cast<std::size_t>(variant.pegs);
    if (guesses.shape(1) != pegs) throw nb::value_error("codes need a column a peg");
    Color largest = 0;
    for (std::size_t i = 0; i < guesses.shape(0) * pegs; ++i) largest = std::max(largest, guesses.data()[i]);
    if (largest >= variant.colors) throw nb::value_error("color out of range");
    const nb::gil_scoped_release release;
    batch.step(guesses.data(), threads);
}

void write_masks(const Batch& batch, const MasksArg& out) {
    check_count(batch, out.shape(0));
    if (batch.candidates.empty()) throw nb::value_error("no candidates are kept");
    if (out.shape(1) != batch.codes()) throw nb::value_error("a mask needs a column for each code");
    for (std::size_t game = 0; game < out.shape(0); ++game)
        batch.write_mask(game, out.data() + game * batch.codes());
}

// A view of what belongs to the batch, which lives at least as long.
template <class T>
auto view(const nb::object& self, T* data, std::initializer_list<std::size_t> shape) {
    return nb::ndarray<nb::numpy, T>(data, shape, self);
}

template <class T, auto Member>
auto column(const nb::object& self) {
    auto& batch = nb::cast<Batch&>(self);
    return view<const T>(self, &(batch.*Member)[0], {batch.rules().games});
}

auto history(const nb::object& self) {
    const auto& batch = nb::cast<const Batch&>(self);
    const std::size_t games = batch.history.empty() ? 0 : batch.rules().games;
    return view<const std::uint8_t>(
        self, batch.history.data(),
        {games, static_cast<std::size_t>(batch.rules().guesses), batch.row_size()});
}

auto candidates(const nb::object& self) {
    const auto& batch = nb::cast<const Batch&>(self);
    return view<const std::uint32_t>(self, batch.candidates.data(), {batch.candidates.size()});
}

auto masks(const nb::object& self) {
    const auto& batch = nb::cast<const Batch&>(self);
    return view<const std::uint64_t>(self, batch.masks(), {batch.candidates.size(), batch.mask_words()});
}

}  // namespace

void bind_batch(nb::module_& m) {
    m.attr("BATCH_CODES") = Batch::kMostCodes;
    m.attr("BATCH_GAMES") = kMostGames;
    m.attr("BATCH_GUESSES") = kMostGuesses;
    nb::class_<Batch>(m, "Batch")
        .def("__init__", &make_batch, "variant"_a, "games"_a, "guesses"_a, "reward"_a = "win",
             "history"_a = true, "candidates"_a = false, "adversary"_a = false)
        .def("seed", &seed, "seeds"_a.noconvert(), "which"_a.noconvert() = nb::none())
        .def("reset", &reset, "which"_a.noconvert() = nb::none())
        .def("set_secrets", &set_secrets, "secrets"_a.noconvert())
        .def("secrets", &secrets)
        .def("step", &step, "guesses"_a.noconvert(), "threads"_a = 1)
        .def("write_masks", &write_masks, "out"_a.noconvert())
        .def_prop_ro("history", &history)
        .def_prop_ro("blacks", &column<std::uint8_t, &Batch::blacks>)
        .def_prop_ro("whites", &column<std::uint8_t, &Batch::whites>)
        .def_prop_ro("rewards", &column<double, &Batch::rewards>)
        .def_prop_ro("over", &column<bool, &Batch::over>)
        .def_prop_ro("illegal", &column<bool, &Batch::illegal>)
        .def_prop_ro("turns", &column<std::uint32_t, &Batch::turns>)
        .def_prop_ro("candidates", &candidates)
        .def_prop_ro("masks", &masks);
}

}  // namespace keypeg
