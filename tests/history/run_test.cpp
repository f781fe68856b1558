// The checkpoints in a run's folder.

#include "history/run.h"
#include "history/step_name.h"
#include "support/compared_pair.h"
#include "support/file_content.h"
#include "support/temporary_file.h"
#include "support/test_data.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <map>

namespace loupe::test {

namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string smallModel()
{
    return safetensorsOf({{"w", "F32", "[2]", packedBytes<float>({1, 2})}});
}

} // namespace

TEST(StepName, KnowsHowProgramsNameCheckpoints)
{
    struct Case {
        std::string name;
        std::optional<std::uint64_t> step;
        std::string series;
        bool isTemporary = false;
    };
    const Case cases[] = {
        {"step-100", 100, "step-N"},
        {"step_7", 7, "step_N"},
        {"checkpoint-500", 500, "checkpoint-N"},
        {"global_step1000", 1000, "global_stepN"},
        {"iter_0000500", 500, "iter_N"},
        {"epoch-3", 3, "epoch-N"},
        {"Epoch-3", 3, "Epoch-N"},
        {"epoch=3-step=90.ckpt", 90, "epoch=N-step=N.ckpt"},
        {"epoch=12-step=1300.ckpt", 1300, "epoch=N-step=N.ckpt"},
        {"model_epoch_2_step_40.pt", 40, "model_epoch_N_step_N.pt"},
        {"epochs3-step-4", 4, "epochs3-step-N"},
        {"step-4.epoch-3", 4, "step-N.epoch-N"},
        {"step1000-unsharded", 1000, "stepN-unsharded"}, // OLMo
        {"stage1-step1000-tokens5B", 1000, "stage1-stepN-tokensN"},
        {"epoch=3-val_loss=0.42.ckpt", 3, "epoch=N-val_loss=N.ckpt"}, // Lightning
        {"epoch=3-step=4000.ckpt", 4000, "epoch=N-step=N.ckpt"},
        {"epoch=3-score=-1.5e-3.ckpt", 3, "epoch=N-score=N.ckpt"},
        {"epoch=3-loss=nan.ckpt", 3, "epoch=N-loss=N.ckpt"},
        {"megatron_gpt--val_loss=0.42-epoch=3-consumed_samples=800.0.ckpt", 3,
            "megatron_gpt--val_loss=N-epoch=N-consumed_samples=N.ckpt"}, // NeMo
        {"megatron_gpt--val_loss=0.42-step=70-consumed_samples=800.0-last", 70,
            "megatron_gpt--val_loss=N-step=N-consumed_samples=N"},
        {"megatron_gpt--val_loss=0.42-step=70-consumed_samples=800.0-last.ckpt", 70,
            "megatron_gpt--val_loss=N-step=N-consumed_samples=N.ckpt"},
        {"epoch=3-step=90-v1.ckpt", 90, "epoch=N-step=N.ckpt"}, // Lightning
        {"epoch=3-val_loss=0.42-v12.ckpt", 3, "epoch=N-val_loss=N.ckpt"},
        {"step-4-v2.pt", 4, "step-N-v2.pt"},
        {"step-4-vision.pt", 4, "step-N-vision.pt"},
        {"hf_model_0001_3.pt", 3, "hf_model_0001_N.pt"}, // torchtune
        {"hf_model_0002_3.pt", 3, "hf_model_0002_N.pt"},
        {"meta_model_0.pt", 0, "meta_model_N.pt"},
        {"meta_model_0_1.pt", std::nullopt, ""},
        {"hf_model_1_3.pt", std::nullopt, ""},
        {"latest_universal", std::nullopt, "latest_universal"}, // DeepSpeed
        {"epoch_0", 0, "epoch_N"}, // torchtune
        {"step_500", 500, "step_N"}, // Accelerate
        {"ep0-ba100-rank0.pt", 100, "epN-baN-rank0.pt"}, // Composer
        {"ep0-ba100", 100, "epN-baN"},
        {"checkpoint_1_1000.pt", 1000, "checkpoint_N_N.pt"}, // fairseq
        {"checkpoint3.pt", 3, "checkpointN.pt"},
        {"model_step_70_loss_0.5.pt", 70, "model_step_N_loss_N.pt"},
        {"checkpoint-500-merged", 500, "checkpoint-N-merged"},
        {"100", 100, "N"}, // MaxText
        {"ckpt.pt", std::nullopt, "ckpt.pt"}, // nanoGPT
        {"last.ckpt", std::nullopt, "last.ckpt"},
        {"last-v1.ckpt", std::nullopt, "last-v1.ckpt"},
        {"checkpoint_best.pt", std::nullopt, "checkpoint_best.pt"},
        {"checkpoint_last.pt", std::nullopt, "checkpoint_last.pt"},
        {"final_model", std::nullopt, "final_model"},
        {"lora_final-ema.safetensors", std::nullopt, "lora_final-ema.safetensors"},
        {"best_val_loss.pt", std::nullopt, "best_val_loss.pt"},
        {"latest-rank0.pt", std::nullopt, "latest-rank0.pt"}, // Composer
        {"last.safetensors.index.json", std::nullopt, "last.safetensors.index.json"},
        {"epoch_2_batch_500.pt", 500, "epoch_N_batch_N.pt"},
        {"step-100-batch-32.pt", 100, "step-N-batch-N.pt"},
        {"model-step-7.safetensors", 7, "model-step-N.safetensors"},
        {"checkpoint_12.pt", 12, "checkpoint_N.pt"},
        {"model.ckpt-40.index", 40, "model.ckpt-N.index"},
        {"checkpoint-10.tmp", 10, "checkpoint-N", true},
        {"tmp-checkpoint-10", 10, "checkpoint-N", true},
        {"step-10.safetensors.incomplete", 10, "step-N.safetensors", true},
        {"step_9.orbax-checkpoint-tmp-1700000000", 9, "step_N", true},
        {"step", std::nullopt, ""},
        {"step-", std::nullopt, ""},
        {"footstep-4", std::nullopt, ""},
        {"step-4-00001-of-00002.safetensors", std::nullopt, ""},
        {"step-99999999999999999999999", std::nullopt, ""},
        {"blast.pt", std::nullopt, ""},
        {"val_loss=0.42.ckpt", std::nullopt, ""},
        {"0050000.pt", 50000, "N.pt"},
        {"1.5", std::nullopt, ""},
        {"0001.npy", std::nullopt, ""},
        {"batch-32.pt", std::nullopt, ""},
        {"update_2.pt", std::nullopt, ""},
        {"ba1.npy", std::nullopt, ""},
        {"last_hidden_state.npy", std::nullopt, ""},
        {"final_layer_norm.npy", std::nullopt, ""},
        {"99999999999999999999999", std::nullopt, ""},
        {"tmp-", std::nullopt, ""},
        {".tmp", std::nullopt, ""},
        {"", std::nullopt, ""},
    };
    for (const Case& wanted : cases) {
        const auto found = parseStepName(wanted.name);
        EXPECT_EQ(found.has_value(), !wanted.series.empty()) << wanted.name;
        if (found) {
            EXPECT_EQ(found->step, wanted.step) << wanted.name;
            EXPECT_EQ(found->series, wanted.series) << wanted.name;
            EXPECT_EQ(found->isTemporary, wanted.isTemporary) << wanted.name;
        }
    }
}

TEST(RunListing, ListsCheckpointsByStepWithSizes)
{
    const TemporaryFolder folder;
    folder.write("model-step-10.safetensors", smallModel());
    folder.write("model-step-9.safetensors", smallModel());
    folder.write("step-9.log", "no checkpoint");
    folder.write("notes.safetensors", smallModel());
    std::filesystem::create_directories(folder.path() / "checkpoint-100" / "deeper");
    folder.write("checkpoint-100/model.safetensors", smallModel());
    folder.write("checkpoint-100/deeper/more", "12345");
    std::filesystem::create_directory(folder.path() / "tmp-checkpoint-200");
    std::filesystem::create_directory_symlink("..", folder.path() / "checkpoint-100" / "loop");

    const auto run = listRun(folder.path());
    ASSERT_TRUE(run.has_value()) << run.error().message;
    std::vector<std::string> names;
    for (const RunCheckpoint& checkpoint : run->checkpoints)
        names.push_back(checkpoint.path.filename());
    EXPECT_THAT(names,
        ElementsAre("model-step-9.safetensors", "model-step-10.safetensors", "checkpoint-100", "tmp-checkpoint-200"));
    EXPECT_EQ(run->checkpoints[0].bytes, smallModel().size());
    EXPECT_EQ(run->checkpoints[2].bytes, smallModel().size() + 5);
    EXPECT_GT(run->checkpoints[2].modified, 0);
    EXPECT_EQ(run->checkpoints[2].whyNotWhole, "");
    EXPECT_THAT(run->checkpoints[3].whyNotWhole, HasSubstr("unfinished"));
}

/// Sorted by step, then by epoch. Checkpoints with neither come last, sorted by time. A link to a listed step is
/// skipped.
TEST(RunListing, OrdersStepsThenEpochsThenTimes)
{
    const TemporaryFolder folder;
    std::int64_t hour = 100;
    const auto write = [&](const std::string& name) {
        const auto path = folder.path() / name;
        std::filesystem::create_directories(path.parent_path());
        folder.write(name, smallModel());
        std::filesystem::last_write_time(path,
            std::filesystem::file_time_type::clock::now()
                + std::chrono::hours(hour--)); // each one is older than the previous ones
    };
    write("last.ckpt");
    write("checkpoint_best.pt");
    write("epoch=1-val_loss=0.50.ckpt");
    write("epoch=1-val_loss=0.42.ckpt");
    write("epoch=0-val_loss=0.60.ckpt");
    write("final/model.safetensors");
    std::filesystem::create_directory(folder.path() / "best"); // contains only logs
    write("best/events.txt");
    std::filesystem::create_symlink("epoch=1-val_loss=0.42.ckpt", folder.path() / "latest.ckpt");
    const auto run = listRun(folder.path());
    ASSERT_TRUE(run.has_value()) << run.error().message;
    std::vector<std::string> names;
    for (const RunCheckpoint& checkpoint : run->checkpoints)
        names.push_back(checkpoint.name);
    EXPECT_THAT(names,
        ElementsAre("epoch=0-val_loss=0.60.ckpt", "epoch=1-val_loss=0.42.ckpt", "epoch=1-val_loss=0.50.ckpt", "final",
            "checkpoint_best.pt", "last.ckpt"));
    EXPECT_EQ(run->checkpoints[1].series, run->checkpoints[0].series);
    EXPECT_EQ(run->checkpoints[1].epoch, 1U);
    EXPECT_EQ(run->checkpoints[5].step, std::nullopt);
    EXPECT_TRUE(run->unread.empty());
    EXPECT_TRUE(run->hasSteps());
}

/// Megatron-LM's older layout, with a folder for each rank.
TEST(RunListing, ListsThePiecesOfRanks)
{
    const TemporaryFolder folder;
    const auto write = [&](const std::string& name) {
        std::filesystem::create_directories((folder.path() / name).parent_path());
        folder.write(name, readFile(dataPath("torch/state-dict.pt")));
    };
    write("iter_0000010/mp_rank_00/model_optim_rng.pt"); // the only rank
    write("iter_0000020/mp_rank_00_000/model_optim_rng.pt");
    write("iter_0000020/mp_rank_01_000/model_optim_rng.pt");
    const auto run = listRun(folder.path());
    ASSERT_TRUE(run.has_value()) << run.error().message;
    std::vector<std::string> names;
    for (const RunCheckpoint& checkpoint : run->checkpoints)
        names.push_back(checkpoint.name);
    EXPECT_THAT(names, ElementsAre("iter_0000010", "iter_0000020/mp_rank_00_000", "iter_0000020/mp_rank_01_000"));
}

/// A folder that opens as one checkpoint stays one.
TEST(RunListing, ListsTheCheckpointsOfAStepThatHasSeveral)
{
    const TemporaryFolder folder;
    const auto write = [&](const std::string& name, const std::string& content = smallModel()) {
        std::filesystem::create_directories((folder.path() / name).parent_path());
        folder.write(name, content);
    };
    write("step-1/model.safetensors");
    write("step-1/optimizer.safetensors");
    write("step-1/config.json", "{}");
    write("step-2/weights/model.safetensors");
    write("step-3/model/model.safetensors");
    write("step-3/optimizer/state.safetensors");
    write("step-4/model.safetensors");
    write("step-4/optimizer.pt", "12345");
    write("step-4/adapter/adapter.safetensors");
    write("step-5/model-00001-of-00002.safetensors");
    write("step-5/model-00002-of-00002.safetensors");
    write("step-5/optimizer.safetensors");
    write("step-6/deeper/still/model.safetensors");
    write("step-8/rank_0/model.safetensors"); // pieces of one model
    write("step-8/rank_1/model.safetensors");
    write("step-9/model_rank_0.safetensors");
    write("step-9/model_rank_1.safetensors");
    write("step-9/optimizer_rank_0.safetensors");
    write("step-9/optimizer_rank_1.safetensors");
    write("step-10/rank0/model.safetensors"); // the only process
    write("tmp-step-7/model.safetensors");
    write("tmp-step-7/optimizer.safetensors");
    const auto run = listRun(folder.path());
    ASSERT_TRUE(run.has_value()) << run.error().message;
    std::vector<std::pair<std::string, std::string>> listed; // name and series
    for (const RunCheckpoint& checkpoint : run->checkpoints) {
        EXPECT_EQ(checkpoint.path, folder.path() / checkpoint.name);
        listed.emplace_back(checkpoint.name, checkpoint.series);
    }
    const auto is = [](const char* name, const char* series) {
        return std::pair<std::string, std::string>(name, series);
    };
    EXPECT_THAT(listed,
        ElementsAre(is("step-1/model.safetensors", "step-N/model.safetensors"),
            is("step-1/optimizer.safetensors", "step-N/optimizer.safetensors"), is("step-2/weights", "step-N/weights"),
            is("step-3/model", "step-N/model"), is("step-3/optimizer", "step-N/optimizer"), is("step-4", "step-N"),
            is("step-5", "step-N"), is("step-6", "step-N"), is("tmp-step-7", "step-N"), is("step-8", "step-N"),
            is("step-9", "step-N"), is("step-10/rank0", "step-N/rank0")));
    EXPECT_EQ(run->checkpoints[0].bytes, smallModel().size());
    EXPECT_EQ(run->checkpoints[2].bytes, smallModel().size());
}

/// The layouts that Trainer and Accelerate write with FSDP, OLMo-core and others: distributed checkpoints in a step's
/// folder. Other files in the folder are not taken for the model.
TEST(RunListing, ListsTheDistributedCheckpointsOfAStep)
{
    const TemporaryFolder folder;
    const auto write = [&](const std::string& name) {
        std::filesystem::create_directories((folder.path() / name).parent_path());
        folder.write(name, "x");
    };
    const auto distributed = [&](const std::string& name) {
        write(name + "/.metadata");
        write(name + "/__0_0.distcp");
    };
    const std::vector<std::string> trainer{"scheduler.pt", "trainer_state.json", "rng_state_0.pth", "rng_state_1.pth",
        "training_args.bin", "rng_state.pth", "scaler.pt", "random_states_0.pkl", "scheduler.bin"};
    for (std::size_t count = 0; count <= trainer.size(); ++count) {
        const std::string step = "checkpoint-" + std::to_string(count);
        distributed(step + "/pytorch_model_fsdp_0");
        distributed(step + "/optimizer_0");
        for (std::size_t i = 0; i < count; ++i)
            write(step + '/' + trainer[i]);
    }
    distributed("step20/model_and_optim");
    write("step20/train/rank0.pt");
    write("step20/train/rank1.pt");
    write("step21/weights/.metadata");
    write("step21/optim/__0_0.distcp"); // its metadata file is missing
    write("step22/.metadata"); // one checkpoint
    distributed("step22/other");
    distributed("step23/weights");
    write("step23/optimizer.pt");
    write("checkpoint-24/global_step24/mp_rank_00_model_states.pt"); // `latest` is missing, which opening it reports
    write("checkpoint-24/global_step24/zero_pp_rank_0_mp_rank_00_optim_states.pt");
    write("step25/scheduler.pt"); // the model was not written yet
    const auto run = listRun(folder.path());
    ASSERT_TRUE(run.has_value()) << run.error().message;
    std::map<std::string, std::string> listed; // name -> series
    for (const RunCheckpoint& checkpoint : run->checkpoints)
        listed.emplace(checkpoint.name, checkpoint.series);
    std::map<std::string, std::string> expected{{"step20/model_and_optim", "stepN/model_and_optim"},
        {"step21/optim", "stepN/optim"}, {"step21/weights", "stepN/weights"}, {"step22", "stepN"},
        {"step23/optimizer.pt", "stepN/optimizer.pt"}, {"step23/weights", "stepN/weights"},
        {"checkpoint-24", "checkpoint-N"}, {"step25", "stepN"}};
    for (std::size_t count = 0; count <= trainer.size(); ++count) {
        for (const std::string part : {"/optimizer_0", "/pytorch_model_fsdp_0"})
            expected.emplace("checkpoint-" + std::to_string(count) + part, "checkpoint-N" + part);
    }
    EXPECT_EQ(listed, expected);
}

/// Accelerate writes the steps of a project to the folder "checkpoints". Lightning does so for each version.
TEST(RunListing, ListsTheStepsOfTheFolderOfCheckpoints)
{
    const TemporaryFolder folder;
    const auto write = [&](const std::string& name) {
        std::filesystem::create_directories((folder.path() / name).parent_path());
        folder.write(name, smallModel());
    };
    write("acc/checkpoints/checkpoint_0/model.safetensors");
    write("acc/checkpoints/checkpoint_1/model.safetensors");
    write("acc/logs/model.safetensors");
    write("both/checkpoints/checkpoint_0/model.safetensors");
    write("both/step-1/model.safetensors");
    write("none/checkpoints/checkpoints/step-1/model.safetensors");
    const auto run = listRun(folder.path() / "acc");
    ASSERT_TRUE(run.has_value()) << run.error().message;
    EXPECT_EQ(run->path, folder.path() / "acc/checkpoints");
    std::vector<std::string> names;
    for (const RunCheckpoint& checkpoint : run->checkpoints)
        names.push_back(checkpoint.name);
    EXPECT_THAT(names, ElementsAre("checkpoint_0", "checkpoint_1"));
    EXPECT_EQ(listRun(folder.path() / "both").value().path, folder.path() / "both");
    EXPECT_EQ(listRun(folder.path() / "none").error().code, ErrorCode::NotFound);
}

/// MaxText names a step's folder by its number. Other folders are named by numbers, too.
TEST(RunListing, TakesNumbersForStepsOnlyWithCheckpoints)
{
    const TemporaryFolder folder;
    const auto write = [&](const std::string& name) {
        std::filesystem::create_directories((folder.path() / name).parent_path());
        folder.write(name, "x");
    };
    write("2024/notes.txt");
    write("2025/letters/notes.txt");
    write("0001.npy");
    write("0002.npy");
    write("0003/left.npy");
    write("0003/right.npy");
    write("0004/images/train.arrow");
    EXPECT_EQ(listRun(folder.path()).error().code, ErrorCode::NotFound);

    const auto copy = [&](const char* data, const char* step) {
        const auto target = folder.path() / step;
        std::filesystem::create_directories(target.parent_path());
        std::filesystem::copy(dataPath(data), target, std::filesystem::copy_options::recursive);
    };
    copy("zarr-more/ocdbt", "1000/items");
    copy("zarr-more/orbax", "2000/default");
    copy("zarr-more/orbax", "3000");
    copy("zarr-more/v3", "4000");
    copy("torch-dcp/syn-2.5", "5000");
    copy("zarr-more/ocdbt", "6000.orbax-checkpoint-tmp-1700000000/items");
    write("7000/model.safetensors");
    const auto run = listRun(folder.path());
    ASSERT_TRUE(run.has_value()) << run.error().message;
    std::vector<std::pair<std::optional<std::uint64_t>, bool>> listed; // step, whether it is complete
    for (const RunCheckpoint& checkpoint : run->checkpoints)
        listed.emplace_back(checkpoint.step, checkpoint.whyNotWhole.empty());
    const auto is = [](std::uint64_t step, bool isWhole) {
        return std::pair<std::optional<std::uint64_t>, bool>(step, isWhole);
    };
    EXPECT_THAT(listed,
        ElementsAre(is(1000, true), is(2000, true), is(3000, true), is(4000, true), is(5000, true), is(6000, false),
            is(7000, true)));
    EXPECT_THAT(run->unread, ElementsAre("0001.npy", "0002.npy", "0003/", "0004/"));
}

TEST(RunListing, SaysWhatIsNoRun)
{
    const TemporaryFolder folder;
    EXPECT_EQ(listRun(folder.path() / "none").error().code, ErrorCode::NotFound);
    EXPECT_THAT(listRun(folder.path()).error().message, HasSubstr("step-100"));
    const auto file = folder.write("step-1.safetensors", smallModel());
    EXPECT_EQ(listRun(file).error().code, ErrorCode::InvalidArgument);
    EXPECT_THAT(listRun("https://example.org/run").error().message, HasSubstr("is on a server"));
    std::stop_source stopped;
    stopped.request_stop();
    EXPECT_EQ(listRun(folder.path(), {.stop = stopped.get_token()}).error().code, ErrorCode::Stopped);
}

} // namespace loupe::test
