#include "format_files.h"

#include <gtest/gtest.h>

namespace loupe::test {

namespace {

const std::string safetensors = framed(R"({"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}})", "xy");
const std::string bintensors = framed(std::string("\0\1\1a\1\1\2\0\2", 9), "xy");
const std::string nonsense = "neither the one nor the other";

std::string_view formatOf(const TemporaryFolder& folder, std::string_view name, const std::string& content)
{
    const auto checkpoint = openCheckpoint(folder.write(name, content));
    return checkpoint ? (*checkpoint)->format : std::string_view();
}

} // namespace

TEST(Detection, ContentFirstSuffixSecond)
{
    TemporaryFolder folder;
    for (const char* const name : {"a.safetensors", "a.bt", "a.bintensors", "a.bin", "a", "a.SafeTensors"}) {
        EXPECT_EQ(formatOf(folder, name, safetensors), "safetensors") << name;
        EXPECT_EQ(formatOf(folder, name, bintensors), "bintensors") << name;
    }
    EXPECT_EQ(formatOf(folder, "a.safetensors", nonsense), "safetensors");
    EXPECT_EQ(formatOf(folder, "a.BT", nonsense), "bintensors");
    EXPECT_EQ(formatOf(folder, "a.bt", ""), "bintensors");
}

TEST(Detection, NoSuffixAndNoContentIsAnError)
{
    TemporaryFolder folder;
    for (const std::string& content : {nonsense, std::string(), std::string(64, '\0'), std::string("{\"a\":1}")}) {
        const auto checkpoint = openCheckpoint(folder.write("a.data", content));
        ASSERT_FALSE(checkpoint.has_value());
        EXPECT_EQ(checkpoint.error().code, ErrorCode::UnknownFormat);
    }
}

TEST(Detection, AWrongNameIsAFinding)
{
    TemporaryFolder folder;
    const auto checkpoint = open(folder.write("a.bt", safetensors));
    EXPECT_EQ(codes(*checkpoint), "suffix-mismatch");
    EXPECT_EQ(checkpoint->findings.list()[0].refusedAs, "DecoderError");
    EXPECT_TRUE(checkpoint->findings.hasErrors());
    EXPECT_EQ(codes(*open(folder.write("a.model", safetensors))), "");
}

TEST(Detection, MissingFilesAndFoldersFail)
{
    TemporaryFolder folder;
    EXPECT_EQ(openCheckpoint(folder.path() / "none.bt").error().code, ErrorCode::NotFound);
    EXPECT_EQ(openCheckpoint(folder.path() / "none.index.json").error().code, ErrorCode::NotFound);
    EXPECT_EQ(openCheckpoint(folder.path()).error().code, ErrorCode::NotFound);
    EXPECT_EQ(openCheckpoint("/dev/zero").error().code, ErrorCode::NotAFile);
    for (const char* const step : {"step-1000", "step-200"})
        std::filesystem::create_directory(folder.path() / step);
    EXPECT_EQ(openCheckpoint(folder.path()).error().message,
        "the folder holds no checkpoint, but other folders: step-200, step-1000; if they are steps of a run, tloupe "
        "history shows them");
}

/// Trainer state next to a model is in the same format, but is not a model.
TEST(Detection, TheStateOfATrainerIsNotTheModelOfAFolder)
{
    TemporaryFolder folder;
    const std::string state = readFile(dataPath("torch/state-dict.pt"));
    for (const char* const name : {"scheduler.pt", "rng_state_0.pth", "rng_state_1.pth", "training_args.bin"})
        folder.write(name, state);
    EXPECT_TRUE(openCheckpoint(folder.path() / "scheduler.pt"));
    for (const char* const other : {"optimizer_0", "pytorch_model_fsdp_0"})
        std::filesystem::create_directory(folder.path() / other);
    const auto refused = openCheckpoint(folder.path());
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::NotFound);
    EXPECT_EQ(refused.error().message,
        "the folder holds no checkpoint, but files with the state of a trainer: rng_state_0.pth, rng_state_1.pth, "
        "scheduler.pt, training_args.bin; and other folders: optimizer_0, pytorch_model_fsdp_0");
    folder.write("my_scheduler.pt", state);
    const auto found = openCheckpoint(folder.path());
    ASSERT_TRUE(found) << describe(found.error());
    EXPECT_EQ((*found)->files[0].path.filename(), "my_scheduler.pt");
}

/// A companion file of a model is opened only if the folder has nothing else.
TEST(Detection, CompanionsAreNoModelBesideAnythingElse)
{
    struct Case {
        std::vector<std::string> files;
        std::string opened; ///< the name of the opened file, or a part of the error message
        bool isError = false;
    };
    const Case cases[] = {
        {{"optimizer.pt", "scheduler.pt"}, "optimizer.pt"},
        {{"optimizer.pt", "data.pt"}, "optimizer.pt"},
        {{"data.pt"}, "data.pt"},
        {{"optimizer.bin", "logs/events.txt"}, "optimizer.bin"},
        {{"optimizer.bin", "pytorch_model_fsdp.bin"}, "pytorch_model_fsdp.bin"},
        {{"optim.pt", "net.pt"}, "net.pt"},
        {{"ema.pt", "model.pt", "optim.pt"}, "model.pt"},
        {{"a.pt", "b.pt", "optim.pt"}, "several checkpoints, expected one: a.pt, b.pt", true},
        {{"optimizer.bin", "unet/model.safetensors"},
            "no checkpoint, but files with the state of a trainer: optimizer.bin; and other folders: unet", true},
        {{"data.pt", "actor/model_world_size_1_rank_0.pt"}, "data.pt; and other folders: actor", true},
        {{"step_scheduler.pt", "optim/__0_0.distcp"}, "step_scheduler.pt; and other folders: optim", true},
    };
    const std::string torch = readFile(dataPath("torch/state-dict.pt"));
    for (const Case& is : cases) {
        TemporaryFolder folder;
        for (const std::string& file : is.files) {
            std::filesystem::create_directories((folder.path() / file).parent_path());
            folder.write(file, file.ends_with(".safetensors") ? safetensors : torch);
        }
        const auto found = openCheckpoint(folder.path());
        ASSERT_EQ(found.has_value(), !is.isError) << is.opened;
        const std::string text = found ? (*found)->files[0].path.filename().string() : found.error().message;
        EXPECT_NE(text.find(is.opened), std::string::npos) << text;
    }
}

TEST(Detection, AFileWithoutTensorsIsNoAnswerWhereFoldersHoldCheckpoints)
{
    TemporaryFolder folder;
    folder.write("state.pt", std::string("\x80\x02}q\0.", 6));
    std::filesystem::create_directory(folder.path() / "logs");
    EXPECT_TRUE(openCheckpoint(folder.path()));
    std::filesystem::create_directory(folder.path() / "model");
    folder.write("model/model.safetensors", safetensors);
    const auto refused = openCheckpoint(folder.path());
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::NotFound);
    EXPECT_EQ(refused.error().message,
        "state.pt in the folder has no tensors, but these folders hold checkpoints, open one of them: model");
}

/// Megatron-LM's older layout, which does not use distributed checkpoints.
TEST(Detection, PiecesOfRanksAreNamed)
{
    const TemporaryFolder folder;
    const std::string torch = readFile(dataPath("torch/state-dict.pt"));
    const auto write = [&](const std::string& name) {
        std::filesystem::create_directories((folder.path() / name).parent_path());
        folder.write(name, torch);
    };
    const auto noteOf = [&](const std::string& path) {
        const auto opened = openCheckpoint(folder.path() / path);
        for (const Finding& finding : opened ? (*opened)->findings.list() : std::vector<Finding>()) {
            if (finding.code == "parallel-piece")
                return finding.message;
        }
        return opened ? std::string() : opened.error().message;
    };
    write("iter_0000010/mp_rank_00/model_optim_rng.pt");
    EXPECT_EQ(noteOf("iter_0000010"), "");
    EXPECT_EQ((*openCheckpoint(folder.path() / "iter_0000010"))->files[0].path,
        folder.path() / "iter_0000010/mp_rank_00/model_optim_rng.pt");
    folder.write("latest_checkpointed_iteration.txt", "10\n");
    EXPECT_EQ(
        (*openCheckpoint(folder.path()))->files[0].path, folder.path() / "iter_0000010/mp_rank_00/model_optim_rng.pt");
    for (const char* const piece : {"mp_rank_00_000", "mp_rank_01_000", "mp_rank_00_001"})
        write("iter_0000020/" + std::string(piece) + "/model_optim_rng.pt");
    const std::string pieces = "3 pieces of one model, of tensor-parallel ranks 0 to 1 and pipeline-parallel ranks 0 "
                               "to 1; 1 of 4 missing";
    EXPECT_EQ(noteOf("iter_0000020"),
        "the folder holds " + pieces + ", which are not put together: open one of them, such as mp_rank_00_000");
    folder.write("latest_checkpointed_iteration.txt", "20");
    EXPECT_EQ(noteOf(""), noteOf("iter_0000020"));
    folder.write("latest_checkpointed_iteration.txt", "30"); // this step does not exist
    EXPECT_NE(noteOf("").find("other folders: iter_0000010, iter_0000020"), std::string::npos);
    const std::string one = "mp_rank_01_000 has the part of tensor-parallel rank 1, pipeline-parallel rank 0: one of "
        + pieces + ". The pieces are not put together; each opens by itself";
    EXPECT_EQ(noteOf("iter_0000020/mp_rank_01_000"), one);
    EXPECT_EQ(noteOf("iter_0000020/mp_rank_01_000/model_optim_rng.pt"), one);
    write("nemo/tp_rank_00_pp_rank_000/model_weights.ckpt");
    write("nemo/tp_rank_01_pp_rank_000/model_weights.ckpt");
    EXPECT_EQ(noteOf("nemo"),
        "the folder holds 2 pieces of one model, of tensor-parallel ranks 0 to 1, which are not put together: open one "
        "of them, such as tp_rank_00_pp_rank_000");
}

/// A scan or an overview of a model mentions the files next to it, which are not shown.
TEST(Detection, WhatLiesBesideAModelIsNoted)
{
    TemporaryFolder folder;
    const auto notes = [&] {
        std::vector<std::string> messages;
        const auto opened = openCheckpoint(folder.path());
        for (const Finding& finding : opened ? (*opened)->findings.list() : std::vector<Finding>()) {
            if (finding.code == "folder-unread")
                messages.push_back(finding.message);
        }
        return messages;
    };
    folder.write("model.safetensors", safetensors);
    std::filesystem::create_directory(folder.path() / "logs");
    for (const char* const name : {"config.json", "scheduler.pt", "rng_state.pth", "logs/events"})
        folder.write(name, nonsense);
    EXPECT_TRUE(notes().empty());
    std::filesystem::create_directory(folder.path() / "reference");
    for (const char* const name : {"optimizer.pt", "custom_checkpoint_0.pkl", "reference/adapter_model.safetensors"})
        folder.write(name, nonsense);
    EXPECT_EQ(notes(),
        std::vector<std::string>{"custom_checkpoint_0.pkl, optimizer.pt, reference/ are not part of the model; open "
                                 "each by itself"});
    EXPECT_EQ((*openCheckpoint(folder.path()))->beside,
        (std::vector<std::string>{"custom_checkpoint_0.pkl", "optimizer.pt", "reference/"}));
    EXPECT_TRUE((*openCheckpoint(folder.path() / "model.safetensors"))->beside.empty());
    std::filesystem::remove_all(folder.path() / "reference");
    std::filesystem::remove(folder.path() / "custom_checkpoint_0.pkl");
    EXPECT_EQ(notes(), std::vector<std::string>{"optimizer.pt is not part of the model; open it by itself"});
}

} // namespace loupe::test
