#include "format_files.h"

#include <gtest/gtest.h>

namespace loupe::test {

namespace {

/// The verdict of the reference reader for this variant of the format.
const nlohmann::json& verdict(const nlohmann::json& entry, const Checkpoint& checkpoint)
{
    const auto& results = entry["results"];
    const bool readAsBintensors = results.contains("bintensors 0.1.1");
    if (!readAsBintensors)
        return results["safetensors 0.8.0-dev.0"];
    return results[checkpoint.variant == "pre-0.1" ? "bintensors 0.0.1-alpha.3" : "bintensors 0.1.1"];
}

} // namespace

TEST(Malformed, IsAcceptedAndRefusedAsTheReferenceDoes)
{
    const auto manifest = readJson("malformed/manifest.json");
    EXPECT_GT(manifest["files"].size(), 180U);
    for (const auto& entry : manifest["files"]) {
        const auto name = entry["file"].get<std::string>();
        SCOPED_TRACE(name + ": " + entry["what"].get<std::string>());
        const auto checkpoint = open(dataPath("malformed/" + name));
        ASSERT_TRUE(checkpoint);
        const auto& reference = verdict(entry, *checkpoint);
        EXPECT_EQ(checkpoint->findings.referenceAccepts(), reference["accepted"].get<bool>()) << codes(*checkpoint);
        if (!reference["accepted"].get<bool>()) {
            EXPECT_EQ(refusal(*checkpoint), reference["error"].get<std::string>()) << codes(*checkpoint);
            continue;
        }
        // A name without a tensor, or a name of another tensor, is an error for the reference and a warning here.
        if (name.starts_with("old-index-") || name == "old-two-names-one-index.bt")
            continue;
        const auto& tensors = reference["tensors"];
        ASSERT_EQ(checkpoint->tensors.size(), tensors.size());
        for (const auto& want : tensors) {
            const auto found = std::find_if(checkpoint->tensors.begin(), checkpoint->tensors.end(),
                [&](const Tensor& tensor) { return tensor.name == want["name"].get<std::string>(); });
            ASSERT_NE(found, checkpoint->tensors.end());
            EXPECT_EQ(dtypeName(found->dtype), want["dtype"].get<std::string>());
            EXPECT_EQ(found->bytes.begin, want["file_offset"].get<std::uint64_t>());
            EXPECT_EQ(found->bytes.size(), want["nbytes"].get<std::uint64_t>());
        }
    }
}

TEST(Malformed, BothLayoutsAreDistinguished)
{
    const std::pair<const char*, const char*> variants[] = {{"malformed/layout-old.bt", "pre-0.1"},
        {"malformed/old-is-new-layout.bt", "0.1"}, {"malformed/layout-ambiguous.bt", "0.1"},
        {"malformed/layout-ambiguous-trailing.bt", "0.1"}, {"malformed/old-hole.bt", "pre-0.1"},
        {"bintensors-pre010/misread-by-new-reader.bt", "pre-0.1"}, {"malformed/pad-garbage-512.bt", "0.1"}};
    for (const auto& [file, variant] : variants)
        EXPECT_EQ(open(dataPath(file))->variant, variant) << file;
}

TEST(Malformed, FindingsSayWhatWhichAndWhere)
{
    const auto checkpoint = open(dataPath("malformed/offset-hole.bt"));
    ASSERT_EQ(checkpoint->findings.list().size(), 1U);
    const Finding& finding = checkpoint->findings.list().front();
    EXPECT_EQ(finding.code, "offset-hole");
    EXPECT_EQ(finding.message,
        "tensor \"b\" comes after a gap of 4 bytes (data offsets 8 to 11). "
        "The reference reader refuses the file: tloupe convert writes one without gaps");
    EXPECT_EQ(finding.tensor, "b");
    EXPECT_EQ(finding.offset, checkpoint->tensors[1].bytes.begin);
    EXPECT_EQ(finding.severity, Severity::Error);
}

TEST(Malformed, AnOverlapNamesTheOtherTensor)
{
    const auto checkpoint = open(dataPath("malformed/offset-overlap.safetensors"));
    std::string messages;
    for (const Finding& finding : checkpoint->findings.list()) {
        if (finding.code == "offset-overlap")
            messages += finding.message;
    }
    EXPECT_EQ(messages,
        "tensor \"b\" overlaps \"a\" by 4 bytes (data offsets 4 to 7): values of one of them are "
        "wrong. Get the file again from its source");
}

TEST(Malformed, BadDownloadsAreExplained)
{
    EXPECT_TRUE(hasFinding(*open(dataPath("malformed/html-error-page.safetensors")), "html-page"));
    EXPECT_TRUE(hasFinding(*open(dataPath("malformed/git-lfs-pointer.safetensors")), "git-lfs-pointer"));
    EXPECT_TRUE(hasFinding(*open(dataPath("malformed/is-gzip.bt")), "gzip"));
}

TEST(Malformed, APointerOfLfsIsOneFinding)
{
    const std::string pointer =
        "version https://git-lfs.github.com/spec/v1\noid sha256:" + std::string(64, '1') + "\nsize 5261334938\n";
    const TemporaryFolder folder;
    for (const char* const name : {"m.safetensors", "m.gguf", "m.bt", "m.h5", "m.onnx", "m.npz", "m.npy", "m.pt",
             "m.bin", "m.tflite", "m.pdparams", "m.msgpack", "m.keras", "m.ckpt"}) {
        const auto checkpoint = openCheckpoint(folder.write(name, pointer));
        if (!checkpoint) {
            ADD_FAILURE() << name << ": " << describe(checkpoint.error());
            continue;
        }
        EXPECT_EQ(codes(**checkpoint), "git-lfs-pointer") << name;
        EXPECT_TRUE((*checkpoint)->tensors.empty()) << name;
    }
    const auto unknown = openCheckpoint(folder.write("m.model", pointer));
    ASSERT_FALSE(unknown);
    EXPECT_EQ(unknown.error().code, ErrorCode::UnknownFormat);
    EXPECT_NE(unknown.error().message.find(": this is a Git LFS pointer to 4.9 GiB"), std::string::npos);
    EXPECT_FALSE(open(folder.path() / "m.safetensors")->findings.referenceAccepts());
}

TEST(Malformed, OfARepeatedNameInTheOldLayoutTheLastCounts)
{
    const auto tensor = [](char begin) { return std::string("\1\1\1", 3) + begin + static_cast<char>(begin + 1); };
    std::string header("\0\2", 2);
    header += tensor(0) + tensor(1);
    header.append("\3"
                  "\1a\0"
                  "\1a\1"
                  "\1b\0",
        10); // a: 0, a: 1, b: 0
    header.append(7 - (header.size() + 7) % 8, ' ');
    TemporaryFolder folder;
    const auto checkpoint = open(folder.write("repeated.bt", framed(header, "xy")));
    EXPECT_EQ(checkpoint->variant, "pre-0.1");
    EXPECT_EQ(codes(*checkpoint), "duplicate-name");
    EXPECT_TRUE(checkpoint->findings.referenceAccepts());
    ASSERT_EQ(checkpoint->tensors.size(), 2U);
    EXPECT_EQ(checkpoint->tensors[0].name, "b");
    EXPECT_EQ(checkpoint->tensors[1].name, "a");
}

TEST(Malformed, OpensAsFarAsItMakesSense)
{
    EXPECT_EQ(open(dataPath("malformed/count-one-more.bt"))->tensors.size(), 1U);
    EXPECT_EQ(open(dataPath("malformed/json-trailing-comma.safetensors"))->tensors.size(), 1U);
    EXPECT_EQ(open(dataPath("malformed/header-len-past-eof.safetensors"))->tensors.size(), 1U);
    const auto unknown = open(dataPath("malformed/dtype-unknown.safetensors"));
    ASSERT_EQ(unknown->tensors.size(), 1U);
    EXPECT_EQ(unknown->tensors[0].dtype, DType::Opaque);
    EXPECT_EQ(unknown->dtypeName(0), "F128");
    EXPECT_FALSE(unknown->findings.hasErrors());
}

TEST(Malformed, EveryTensorsFaultIsAFinding)
{
    TemporaryFolder folder;
    const std::string header = R"({"a":{"dtype":"U8","shape":[2],"data_offsets":[0,3]},)"
                               R"("b":{"dtype":"U8","shape":[4],"data_offsets":[5,9]},)"
                               R"("c":{"dtype":7,"shape":[],"data_offsets":[9,9]},)"
                               R"("d":{"dtype":"F4","shape":[3],"data_offsets":[8,10]}})";
    const auto whole = open(folder.write("a.safetensors", framed(header, std::string(10, '\0'))));
    EXPECT_EQ(codes(*whole), "entry-invalid size-mismatch size-misaligned");
    const std::string sound = std::string(header).replace(header.find(":7,"), 3, ":\"U8\",");
    const auto more = open(folder.write("b.safetensors", framed(sound, std::string(10, '\0'))));
    EXPECT_EQ(codes(*more), "size-mismatch offset-hole offset-overlap size-misaligned offset-overlap size-mismatch");
}

} // namespace loupe::test
