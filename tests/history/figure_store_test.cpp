// What is kept on disk of the figures of checkpoints.

#include "history/figure_store.h"
#include "history/figure_text.h"
#include "support/temporary_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace loupe::test {

namespace {

KeptFigures someFigures()
{
    KeptFigures kept;
    kept.tensors["w"] = {
        .dtype = "F32", .shape = {2, 3}, .elements = 6, .hasValues = true, .finite = 4, .nan = 1, .positiveInf = 1};
    kept.tensors["w"].firstNonfinite = 5;
    kept.tensors["w"].norm = 0.1;
    kept.tensors["w"].mean = -1e300;
    kept.tensors["empty"] = {};
    kept.previous = "before";
    kept.changes["w"] = ChangeFigures{.signal = 2, .noise = 0.25};
    kept.changes["empty"] = std::nullopt;
    return kept;
}

} // namespace

TEST(FigureText, ReadsWhatItWrites)
{
    EXPECT_EQ(figuresOf(figureText("id", someFigures()), "id"), someFigures());
    EXPECT_EQ(figuresOf(figureText("id", {}), "id"), KeptFigures());
    EXPECT_FALSE(figuresOf(figureText("id", someFigures()), "other").has_value());
}

TEST(FigureText, RefusesWhatIsCutOffOrChanged)
{
    const std::string text = figureText("id", someFigures());
    for (std::size_t size = 0; size < text.size(); ++size)
        EXPECT_FALSE(figuresOf(text.substr(0, size), "id").has_value()) << size;
    for (std::size_t at = 0; at < text.size(); ++at) {
        std::string changed = text;
        changed[at] = static_cast<char>(changed[at] ^ 0x40);
        EXPECT_FALSE(figuresOf(changed, "id").has_value()) << at;
    }
}

TEST(FigureStoreFiles, AreReplacedLimitedAndRemoved)
{
    const TemporaryFolder folder;
    const std::uint64_t size = figureText("id", someFigures()).size();
    const FigureStore store(folder.path() / "history", 2 * size);
    store.save("/run/step-1", "id", someFigures());
    EXPECT_EQ(store.load("/run/step-1", "id"), someFigures());
    EXPECT_EQ(store.load("/run/step-2", "id"), KeptFigures());
    EXPECT_EQ(store.load("/run/step-1", "other"), KeptFigures());
    for (const char* const path : {"/run/step-1", "/run/step-2", "/run/step-3", "/run/step-4"})
        store.save(path, "id", someFigures());
    EXPECT_EQ(store.bytes(), 2 * size);
    const auto other = folder.path() / "history" / "a file of somebody else";
    std::ofstream(other) << std::string(3 * size, 'x');
    store.save("/run/step-5", "id", someFigures());
    EXPECT_TRUE(std::filesystem::exists(other));
    EXPECT_EQ(store.load("/run/step-5", "id"), someFigures());
    EXPECT_EQ(store.bytes(), 5 * size);
    EXPECT_TRUE(store.clear().has_value());
    EXPECT_EQ(store.bytes(), 0U);
    EXPECT_EQ(store.load("/run/step-4", "id"), KeptFigures());
    const FigureStore none("", 100);
    none.save("/run/step-1", "id", someFigures());
    EXPECT_EQ(none.load("/run/step-1", "id"), KeptFigures());
}

} // namespace loupe::test
