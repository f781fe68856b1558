// Figures of a run's checkpoints, compared with sums computed by hand. tests/app/cli/history_numpy_test.py compares
// them with NumPy's.

#include "history/history.h"

#include "formats/opening/open_checkpoint.h"
#include "support/compared_pair.h"
#include "support/file_content.h"
#include "support/temporary_file.h"
#include "support/test_data.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <limits>
#include <map>
#include <set>

namespace loupe::test {

namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr float notANumber = std::numeric_limits<float>::quiet_NaN();

class RunHistoryTest : public testing::Test {
protected:
    void write(const std::string& name, const std::vector<WantedTensor>& tensors) const
    {
        m_folder.write(name + ".safetensors", safetensorsOf(tensors));
    }
    static WantedTensor tensor(const std::string& name, const std::vector<float>& values)
    {
        return {name, "F32", "[" + std::to_string(values.size()) + "]", packedBytes(values)};
    }
    HistoryOptions options(std::vector<std::string> names = {}) const
    {
        return {.open = [](const std::filesystem::path& path) { return openCheckpoint(path); },
            .choose =
                [names = std::move(names)](const std::shared_ptr<const Checkpoint>& checkpoint) {
                    return tensorsOrGroups(*checkpoint, names);
                }};
    }
    RunHistory read(const HistoryOptions& options, const Work& work = {}) const
    {
        auto history = listRun(m_folder.path()).and_then([&](loupe::Run run) {
            return readHistory(std::move(run), options, work);
        });
        EXPECT_TRUE(history.has_value()) << (history ? "" : describe(history.error()));
        return history ? std::move(*history) : RunHistory();
    }

    TemporaryFolder m_folder;
};

TEST_F(RunHistoryTest, AddsUpTensorsAndComparesWithTheStepBefore)
{
    write("step-1", {tensor("a.w", {3, -4}), tensor("b.w", {0, 0, 12})});
    write("step-2", {tensor("a.w", {3, -2}), tensor("b.w", {1, 2, 12})});
    Progress progress;
    const RunHistory all = read(options(), {.stop = {}, .progress = &progress});
    ASSERT_EQ(all.steps.size(), 2U);
    const StepFigures first = all.steps[0].figures.value();
    EXPECT_EQ(first.tensors, 2U);
    EXPECT_EQ(first.elements, 5U);
    EXPECT_DOUBLE_EQ(first.norm.value(), 13);
    EXPECT_DOUBLE_EQ(first.mean.value(), 11.0 / 5);
    EXPECT_DOUBLE_EQ(first.largest.value(), 12);
    EXPECT_FALSE(all.steps[0].change.has_value());
    EXPECT_DOUBLE_EQ(all.steps[1].change.value(), 3.0 / 13);
    EXPECT_EQ(all.firstNonfinite(), nullptr);
    EXPECT_EQ(progress.done, progress.total);
    EXPECT_GT(progress.total, 0U);

    const RunHistory one = read(options({"a"}));
    EXPECT_DOUBLE_EQ(one.steps[0].figures->norm.value(), 5);
    EXPECT_DOUBLE_EQ(one.steps[1].change.value(), 2.0 / 5);
}

TEST_F(RunHistoryTest, KnowsWhichUnreadStepMayHaveTheFirstNan)
{
    write("step-1", {tensor("w", {1})});
    m_folder.write("step-2.safetensors", "cut");
    m_folder.write("step-3.safetensors", "cut");
    write("step-4", {tensor("w", {notANumber})});
    m_folder.write("step-5.safetensors", "cut");
    m_folder.write("a-step-1.safetensors", "cut");
    write("a-step-2", {tensor("w", {1})});
    write("a-step-3", {tensor("w", {notANumber})});
    const RunHistory history = read(options());
    const auto series = history.nonfiniteSeries();
    ASSERT_EQ(series.size(), 2U);
    EXPECT_EQ(series[0].first->checkpoint.series, "a-step-N.safetensors");
    EXPECT_EQ(series[0].unread, nullptr) << "a step between is whole and has none";
    ASSERT_NE(series[1].unread, nullptr);
    EXPECT_EQ(series[1].unread->checkpoint.step, 2U);
    EXPECT_EQ(series[1].later(), RunHistory::Later::NoneCouldBeRead);
    EXPECT_EQ(series[1].stays(), std::nullopt);
    EXPECT_EQ(series[1].laterWhole, 0U);
    EXPECT_EQ(series[1].laterUnread, 1U);
}

TEST_F(RunHistoryTest, HandsOverEachStepAsItIsRead)
{
    write("a-step-1", {tensor("w", {1})});
    write("a-step-2", {tensor("w", {3})});
    write("b-step-1", {tensor("w", {2})});
    HistoryOptions wanted = options();
    std::vector<std::pair<std::size_t, double>> steps; // number in the run, norm
    wanted.onStep = [&](std::size_t number, const HistoryStep& step) {
        steps.emplace_back(number, step.figures->norm.value());
    };
    read(wanted);
    // Reads one series after the other. In the run, steps are sorted by number, then by name.
    EXPECT_THAT(steps, ElementsAre(std::pair(0U, 1.0), std::pair(2U, 3.0), std::pair(1U, 2.0)));
}

TEST_F(RunHistoryTest, FindsTheFirstNanAlsoWhereItVanishes)
{
    write("step-1", {tensor("w", {1, 2, 3})});
    write("step-2", {tensor("w", {1, 2, notANumber})});
    write("step-3", {tensor("w", {1, 2, 3})});
    const RunHistory history = read(options());
    ASSERT_NE(history.firstNonfinite(), nullptr);
    EXPECT_EQ(history.firstNonfinite()->checkpoint.step, 2U);
    EXPECT_EQ(history.firstNonfinite()->firstNonfinite->tensor, "w");
    EXPECT_EQ(history.firstNonfinite()->firstNonfinite->index, 2U);
    EXPECT_EQ(history.firstNonfinite()->firstNonfinite->place, "[2]");
    const auto vanishes = history.nonfiniteSeries();
    ASSERT_EQ(vanishes.size(), 1U);
    EXPECT_EQ(vanishes[0].without, &history.steps[2]);
    EXPECT_EQ(vanishes[0].stays(), false);
    EXPECT_EQ(vanishes[0].unread, nullptr);
    EXPECT_DOUBLE_EQ(history.steps[1].change.value(), 0); // only over elements that are finite in both
    write("step-3", {tensor("w", {1, notANumber, notANumber})});
    write("other-step-4", {tensor("w", {1})}); // belongs to another series
    EXPECT_EQ(read(options()).nonfiniteSeries().front().stays(), true);
}

TEST_F(RunHistoryTest, NamesWhatLiesBesideTheModelsUnread)
{
    for (const std::string step : {"checkpoint-1/", "checkpoint-2/"}) {
        std::filesystem::create_directories(m_folder.path() / step / "optimizer_0");
        write(step + "model", {tensor("w", {1})});
        for (const char* const other : {"optimizer.pt", "scheduler.pt", "rng_state.pth", "training_args.bin",
                 "trainer_state.json", "config.json", "optimizer_0/.metadata", "optimizer_0/__0_0.distcp"})
            m_folder.write(step + other, "x");
    }
    std::filesystem::create_directories(m_folder.path() / "checkpoint-3");
    write("checkpoint-3/model-00001-of-00002", {tensor("w", {1})});
    write("checkpoint-3/model-00002-of-00002", {tensor("v", {1})});
    m_folder.write("checkpoint-3/.metadata", "x"); // belongs to a distributed checkpoint
    m_folder.write("checkpoint-3/__0_0.distcp", "x");
    const RunHistory history = read(options());
    ASSERT_EQ(history.steps.size(), 3U);
    EXPECT_THAT(history.steps[0].unread, ElementsAre("optimizer.pt", "optimizer_0/"));
    EXPECT_THAT(history.steps[2].unread, ElementsAre(".metadata"));
    EXPECT_EQ(history.unread(),
        (std::map<std::string, std::uint64_t>{{".metadata", 1}, {"optimizer.pt", 2}, {"optimizer_0/", 2}}));
    write("step-4", {tensor("w", {1})});
    EXPECT_THAT(read(options()).steps.back().unread, testing::IsEmpty()) << "a file";
}

/// The output of trainers at a step, in all forms: each part is read as a series or reported as unread.
TEST_F(RunHistoryTest, ReadsOrNamesEachPartOfAStep)
{
    struct Case {
        std::vector<std::string> parts; ///< of each step; those that end with "/" are distributed checkpoints
        std::vector<std::string> series; ///< without "step-N"
        std::vector<std::string> unread;
        bool isWhole = true;
    };
    const Case cases[] = {
        {{"unet/m.safetensors", "unet_ema/m.safetensors", "optimizer.bin", "random_states_0.pkl", "scheduler.bin"},
            {"/optimizer.bin", "/unet", "/unet_ema"}, {}},
        {{"actor/model_world_size_2_rank_0.pt", "actor/model_world_size_2_rank_1.pt", "data.pt"}, {"/actor"},
            {"data.pt"}, false}, // the pieces are missing, which opening it reports
        {{"model/m.safetensors", "optim/", "step_scheduler.pt", "rng/rng_dp_rank_0.pt"}, {"/model", "/optim"}, {}},
        {{"model/", "dataloader.pt", "extra_state.pt"}, {"/model"}, {"dataloader.pt", "extra_state.pt"}},
        {{"model/", "custom_checkpoint_0.pkl"}, {"/model"}, {"custom_checkpoint_0.pkl"}},
        {{"model_and_optim/", "train/rank0.pt", "train/rank1.pt"}, {"/model_and_optim"}, {"train/"}},
        {{"model/m.safetensors", "optim/optim.pt"}, {"/model", "/optim"}, {}},
        {{"model/m.safetensors", "optimizer/pytorch_optim-00001.bin", "optimizer/pytorch_optim-00002.bin"}, {"/model"},
            {"optimizer/"}},
        {{"model/", "a/optim/"}, {"/model"}, {"a/"}},
        {{"model.safetensors", "model_1.safetensors", "optimizer.bin"}, {"/model.safetensors", "/model_1.safetensors"},
            {"optimizer.bin"}},
        {{"./", "ema.pt", "optimizer.pt", "optim/", "hf/model.safetensors", "scheduler.pt"}, {""},
            {"ema.pt", "hf/", "optim/", "optimizer.pt"}},
        {{"adapter_model.safetensors", "reference/adapter_model.safetensors", "optimizer.pt"}, {""},
            {"optimizer.pt", "reference/"}},
        {{"pytorch_model_fsdp.bin", "optimizer.bin", "scheduler.pt", "rng_state_0.pth"}, {""}, {"optimizer.bin"}},
        {{"model.pt", "optim.pt", "ema.pt"}, {""}, {"ema.pt", "optim.pt"}},
        {{"model.pt", "data.pt"}, {""}, {"data.pt"}},
        {{"a.pt", "b.pt", "optimizer.pt"}, {"/a.pt", "/b.pt"}, {"optimizer.pt"}},
        {{"optimizer.pt", "scheduler.pt"}, {""}, {}},
    };
    const std::string torch = readFile(dataPath("torch/state-dict.pt"));
    for (const Case& is : cases) {
        const std::filesystem::path run = m_folder.path() / "run";
        std::filesystem::remove_all(run);
        for (const std::string step : {"step-1", "step-2"}) {
            for (const std::string& part : is.parts) {
                const auto path = (run / step / part).lexically_normal();
                std::filesystem::create_directories(part.ends_with('/') ? path : path.parent_path());
                if (part.ends_with('/'))
                    std::filesystem::copy(dataPath("torch-dcp/real-1.13-1rank"), path);
                else
                    std::ofstream(path, std::ios::binary)
                        << (part.ends_with(".safetensors") ? safetensorsOf({tensor("w", {1})}) : torch);
            }
        }
        const auto listed = listRun(run);
        ASSERT_TRUE(listed) << is.parts.front();
        const auto history = readHistory(*listed, options());
        ASSERT_TRUE(history) << is.parts.front();
        std::vector<std::string> series;
        std::map<std::string, std::uint64_t> unread;
        for (const HistoryStep& step : history->steps) {
            if (step.checkpoint.step == 1)
                series.push_back(step.checkpoint.series.substr(std::string("step-N").size()));
            EXPECT_EQ(step.figures.has_value(), is.isWhole) << step.checkpoint.name << step.checkpoint.whyNotWhole;
        }
        for (const std::string& name : is.unread)
            unread.emplace(name, 2);
        EXPECT_EQ(series, is.series) << is.parts.front();
        EXPECT_EQ(history->unread(), unread) << is.parts.front();
    }
}

TEST_F(RunHistoryTest, AStepWithTheOptimizerAloneIsNotWholeAmongModels)
{
    for (const char* const step : {"step-1", "step-2"}) {
        std::filesystem::create_directories(m_folder.path() / step);
        m_folder.write(step + std::string("/optimizer.pt"), readFile(dataPath("torch/state-dict.pt")));
    }
    EXPECT_TRUE(read(options()).steps[1].figures) << "no step has a model";
    write("step-1/model", {tensor("w", {1})});
    const RunHistory history = read(options());
    EXPECT_TRUE(history.steps[0].figures);
    EXPECT_FALSE(history.steps[1].figures);
    ASSERT_TRUE(history.steps[1].error);
    EXPECT_EQ(history.steps[1].error->message, "the model is missing: the folder has only optimizer.pt");
    EXPECT_EQ(history.steps[1].checkpoint.whyNotWhole, history.steps[1].error->message);
}

TEST_F(RunHistoryTest, NamesWhatLiesBesideTheSteps)
{
    write("step-1", {tensor("w", {1})});
    write("other", {tensor("w", {1})});
    for (const char* const other : {"reference", "logs"})
        std::filesystem::create_directory(m_folder.path() / other);
    write("reference/model", {tensor("w", {1})});
    m_folder.write("logs/events.txt", "x");
    m_folder.write("config.json", "{}");
    std::filesystem::create_symlink("step-1.safetensors", m_folder.path() / "last.safetensors");
    EXPECT_EQ(
        read(options()).unread(), (std::map<std::string, std::uint64_t>{{"other.safetensors", 0}, {"reference/", 0}}));
}

/// With DeepSpeed, transformers' Trainer writes the model and, in a folder named after the step, the states of ZeRO.
TEST_F(RunHistoryTest, NamesTheFoldersOfStepsBesideTheModelsOnce)
{
    for (const std::string step : {"1", "2"}) {
        const auto folder = m_folder.path() / ("checkpoint-" + step);
        std::filesystem::create_directory(folder);
        std::filesystem::copy(dataPath("deepspeed-zero/zero2-fp16/global_step12"), folder / ("global_step" + step));
        write("checkpoint-" + step + "/model", {tensor("w", {1})});
        m_folder.write("checkpoint-" + step + "/latest", "global_step" + step);
    }
    EXPECT_EQ(read(options()).unread(), (std::map<std::string, std::uint64_t>{{"global_stepN/", 2}}));
}

TEST_F(RunHistoryTest, SaysOfLaterStepsWhatIsKnown)
{
    using enum RunHistory::Later;
    struct Case {
        std::vector<std::string> later; ///< the steps after the one with NaN: "nan", "finite" or "cut"
        RunHistory::Later expected;
        std::optional<bool> stays;
    };
    for (const Case& is : std::vector<Case>{{{}, NoneIsThere, std::nullopt}, {{"cut"}, NoneCouldBeRead, std::nullopt},
             {{"nan"}, All, true}, {{"nan", "cut"}, AllThatCouldBeRead, std::nullopt},
             {{"cut", "nan"}, AllThatCouldBeRead, std::nullopt}, {{"cut", "finite"}, NotAll, false},
             {{"finite", "nan"}, NotAll, false}, {{"nan", "finite", "cut"}, NotAll, false}}) {
        const TemporaryFolder folder;
        const auto add = [&](std::size_t step, const std::string& what) {
            const std::string bytes =
                what == "cut" ? "cut" : safetensorsOf({tensor("w", {what == "nan" ? notANumber : 1})});
            folder.write("step-" + std::to_string(step) + ".safetensors", bytes);
        };
        add(1, "nan");
        add(0, "finite");
        for (std::size_t i = 0; i < is.later.size(); ++i)
            add(i + 2, is.later[i]);
        const RunHistory history = readHistory(listRun(folder.path()).value(), options()).value();
        const auto series = history.nonfiniteSeries();
        ASSERT_EQ(series.size(), 1U);
        EXPECT_EQ(series[0].later(), is.expected) << ::testing::PrintToString(is.later);
        EXPECT_EQ(series[0].stays(), is.stays) << ::testing::PrintToString(is.later);
    }
}

TEST_F(RunHistoryTest, AnswersForEachSeries)
{
    write("model-step-1", {tensor("w", {notANumber})});
    write("model-step-2", {tensor("w", {notANumber})});
    write("optimizer-step-2", {tensor("w", {notANumber})});
    write("optimizer-step-3", {tensor("w", {1})});
    write("scaler-step-1", {tensor("w", {1})});
    const RunHistory history = read(options());
    const auto series = history.nonfiniteSeries();
    ASSERT_EQ(series.size(), 2U);
    EXPECT_EQ(series[0].first->checkpoint.path.filename(), "model-step-1.safetensors");
    EXPECT_EQ(series[0].stays(), true);
    EXPECT_EQ(series[1].first->checkpoint.path.filename(), "optimizer-step-2.safetensors");
    EXPECT_EQ(series[1].stays(), false);
}

TEST_F(RunHistoryTest, CountsTensorsWhoseValuesAreUnknown)
{
    write("step-1", {tensor("w", {1}), {"odd", "Q64", "[1]", "12345678"}});
    const RunHistory history = read(options());
    EXPECT_EQ(history.steps[0].figures->tensors, 2U);
    EXPECT_EQ(history.steps[0].figures->unknown, 1U);
}

TEST_F(RunHistoryTest, CountsWhatIsEqualInTheChangeOfSeveralTensors)
{
    // Tensor a gets a NaN and is otherwise unchanged. Its 1 and 2 count for the previous norm.
    write("step-1", {tensor("a", {1, 2, 9}), tensor("b", {2})});
    write("step-2", {tensor("a", {1, 2, notANumber}), tensor("b", {5})});
    EXPECT_DOUBLE_EQ(read(options()).steps[1].change.value(), 3.0 / 3);
}

TEST_F(RunHistoryTest, SaysWhyThereIsNoChange)
{
    write("step-1", {tensor("a", {1, 2}), tensor("b", {0})});
    write("step-2", {tensor("a", {1, 2, 3}), tensor("b", {0})});
    write("step-3", {tensor("a", {1, 2, 3}), tensor("c", {1})});
    const RunHistory all = read(options());
    EXPECT_FALSE(all.steps[1].change.has_value());
    EXPECT_THAT(all.steps[1].changeNote, HasSubstr("\"a\" has shape [3], before [2]"));
    EXPECT_THAT(all.steps[2].changeNote, HasSubstr("\"c\" is new, and 1 other change"));
    const RunHistory gone = read(options({"b"}));
    EXPECT_EQ(gone.steps[2].figures->tensors, 0U);
    EXPECT_FALSE(gone.steps[2].figures->norm.has_value());
    EXPECT_THAT(gone.steps[2].changeNote, HasSubstr("\"b\" is gone"));
    write("step-2", {tensor("a", {1, 2}), tensor("b", {7})});
    EXPECT_THAT(read(options({"b"})).steps[1].changeNote, HasSubstr("zero"));
}

TEST_F(RunHistoryTest, ComparesValuesWhoseSquaresAreNoDoubles)
{
    const auto real = [](const std::vector<double>& values) {
        return WantedTensor{"w", "F64", "[" + std::to_string(values.size()) + "]", packedBytes(values)};
    };
    for (const double unit : {1e200, 1e-200}) {
        write("step-1", {real({4 * unit, notANumber}), tensor("v", {0})});
        write("step-2", {real({unit, 7 * unit}), tensor("v", {0})});
        const RunHistory history = read(options());
        EXPECT_DOUBLE_EQ(history.steps[1].change.value_or(-1), 0.75) << unit; // from the first element alone
        EXPECT_EQ(history.steps[1].changeNote, "");
    }
    write("step-1", {real({1e-300})});
    write("step-2", {real({1e300})});
    EXPECT_THAT(read(options()).steps[1].changeNote, HasSubstr("too large"));
}

TEST_F(RunHistoryTest, LeavesOutWhatIsNotWhole)
{
    write("step-1", {tensor("w", {1})});
    m_folder.write("step-2.safetensors", safetensorsOf({tensor("w", {1, 2})}).substr(0, 70));
    m_folder.write("step-3.safetensors.tmp", safetensorsOf({tensor("w", {9})}));
    m_folder.write("step-4.safetensors", "");
    write("step-5", {tensor("w", {3})});
    std::filesystem::create_directory(m_folder.path() / "step-6");
    const RunHistory history = read(options());
    std::vector<bool> whole;
    for (const HistoryStep& step : history.steps)
        whole.push_back(step.figures.has_value());
    EXPECT_THAT(whole, ElementsAre(true, false, false, false, true, false));
    EXPECT_EQ(history.steps[1].error.value().path, m_folder.path() / "step-2.safetensors");
    EXPECT_FALSE(history.steps[2].error.has_value()); // judged by its name alone
    EXPECT_NE(history.steps[3].checkpoint.whyNotWhole, "");
    EXPECT_THAT(history.steps[5].checkpoint.whyNotWhole, HasSubstr("no checkpoint"));
    EXPECT_DOUBLE_EQ(history.steps[4].change.value(), 2); // relative to step 1
}

TEST_F(RunHistoryTest, ComparesWithinASeries)
{
    write("model-step-1", {tensor("w", {1})});
    write("model-step-2", {tensor("w", {2})});
    write("optimizer-step-1", {tensor("w", {10})});
    write("optimizer-step-2", {tensor("w", {10})});
    const RunHistory history = read(options());
    ASSERT_EQ(history.steps.size(), 4U);
    EXPECT_DOUBLE_EQ(history.steps[2].change.value(), 1);
    EXPECT_DOUBLE_EQ(history.steps[3].change.value(), 0);
}

TEST_F(RunHistoryTest, ChoosesByNameGroupAndGlob)
{
    write("step-1", {tensor("layers.1.w", {1}), tensor("layers.1.b", {1}), tensor("layers.10.w", {1})});
    const auto checkpoint = openCheckpoint(m_folder.path() / "step-1.safetensors").value();
    const auto count = [&](std::vector<std::string> names) { return tensorsOrGroups(*checkpoint, names)->size(); };
    EXPECT_EQ(count({}), 3U);
    EXPECT_EQ(count({"layers.1"}), 2U);
    EXPECT_EQ(count({"layers.1", "layers.1.w"}), 2U);
    EXPECT_EQ(count({"*.w"}), 2U);
    EXPECT_EQ(count({"layers.1.b", "layers.10.w"}), 2U);
    EXPECT_EQ(count({"layers.2"}), 0U);
    std::set<std::string> unmatched{"layers.1", "*.b", "layers.2", "layers.1.w", "z*"};
    const std::vector<std::string> names(unmatched.begin(), unmatched.end());
    EXPECT_EQ(tensorsOrGroups(*checkpoint, names, &unmatched)->size(), 2U);
    EXPECT_THAT(unmatched, ElementsAre("layers.2", "z*"));
    const std::string broken[] = {"[a"};
    EXPECT_EQ(tensorsOrGroups(*checkpoint, broken).error().code, ErrorCode::InvalidArgument);
}

TEST_F(RunHistoryTest, Stops)
{
    write("step-1", {tensor("w", {1})});
    std::stop_source stopped;
    stopped.request_stop();
    EXPECT_EQ(readHistory(*listRun(m_folder.path()), options(), {.stop = stopped.get_token()}).error().code,
        ErrorCode::Stopped);
}

/// Uses a store whose clock is an hour ahead, so that newly written files are old enough to be cached.
class KeptHistory : public RunHistoryTest {
protected:
    static std::int64_t now()
    {
        const auto time = std::chrono::system_clock::now().time_since_epoch();
        return std::chrono::duration_cast<std::chrono::nanoseconds>(time).count();
    }
    RunHistory readKept(std::vector<std::string> names = {}) const
    {
        HistoryOptions kept = options(std::move(names));
        kept.store = &m_store;
        return read(kept);
    }
    static std::vector<bool> keptSteps(const RunHistory& history)
    {
        std::vector<bool> kept;
        for (const HistoryStep& step : history.steps)
            kept.push_back(step.isKept);
        return kept;
    }

    TemporaryFolder m_cache;
    FigureStore m_store{m_cache.path() / "history", 1 << 20, [] { return now() + 3'600'000'000'000; }};
};

TEST_F(KeptHistory, ReadsOnlyNewSteps)
{
    write("step-1", {tensor("a", {1}), tensor("b", {3})});
    write("step-2", {tensor("a", {2}), tensor("b", {3})});
    EXPECT_THAT(keptSteps(readKept()), ElementsAre(false, false));
    write("step-3", {tensor("a", {2.5}), tensor("b", {notANumber})});
    const RunHistory second = readKept();
    EXPECT_THAT(keptSteps(second), ElementsAre(true, true, false));
    EXPECT_THAT(keptSteps(readKept({"a"})), ElementsAre(true, true, true));
    const RunHistory third = readKept();
    const RunHistory plain = read(options());
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(third.steps[i].figures->norm, plain.steps[i].figures->norm);
        EXPECT_EQ(third.steps[i].figures->mean, plain.steps[i].figures->mean);
        EXPECT_EQ(third.steps[i].figures->largest, plain.steps[i].figures->largest);
        EXPECT_EQ(third.steps[i].change, plain.steps[i].change);
    }
    EXPECT_EQ(third.firstNonfinite()->firstNonfinite->tensor, "b");
}

TEST_F(KeptHistory, ReadsAChangedFileAgain)
{
    write("step-1", {tensor("a", {1})});
    write("step-2", {tensor("a", {2})});
    const auto first = m_folder.path() / "step-1.safetensors";
    readKept();
    const auto time = std::filesystem::last_write_time(first);
    write("step-1", {tensor("a", {4})}); // same size as before; the next line restores the time
    std::filesystem::last_write_time(first, time);
    const RunHistory changed = readKept();
    EXPECT_THAT(keptSteps(changed), ElementsAre(false, false));
    EXPECT_DOUBLE_EQ(changed.steps[0].figures->norm.value(), 4);
    EXPECT_DOUBLE_EQ(changed.steps[1].change.value(), 0.5);
}

TEST_F(KeptHistory, KeepsNothingOfFilesThatAreTooNew)
{
    write("step-1", {tensor("a", {1})});
    const FigureStore store(m_cache.path() / "other", 1 << 20, [] { return now(); });
    HistoryOptions kept = options();
    kept.store = &store;
    read(kept);
    EXPECT_FALSE(read(kept).steps[0].isKept);
    EXPECT_EQ(store.bytes(), 0U);
}

} // namespace

} // namespace loupe::test
