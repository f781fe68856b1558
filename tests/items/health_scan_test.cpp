#include "items/tree/health/health_scan.h"

#include "analysis/filter/filter.h"
#include "await.h"
#include "formats/opening/open_checkpoint.h"
#include "formats/quantized/scale_findings.h"
#include "formats/shared/secret.h"
#include "support/compared_pair.h"
#include "support/made_checkpoint.h"
#include "support/opened.h"
#include "support/temporary_file.h"

#include <gtest/gtest.h>

#include <bit>
#include <chrono>
#include <filesystem>
#include <numeric>
#include <string>

namespace loupe {
namespace {

using test::openData;
using test::Signal;

/// The engine's own results, one per tensor.
std::vector<Result<Health>> scanned(const OpenedCheckpoint& opened)
{
    std::vector<std::uint32_t> tensors(opened.tree.tensorCount());
    std::iota(tensors.begin(), tensors.end(), 0U);
    std::vector<Result<Health>> found;
    EXPECT_TRUE(scanHealth(
        opened.checkpoint, tensors, {}, [&](std::uint32_t, const Result<Health>& health) { found.push_back(health); }));
    return found;
}

void expectSame(const Summary& x, const Summary& y)
{
    const auto bits = [](const std::optional<double>& value) {
        return std::bit_cast<std::uint64_t>(value.value_or(0));
    };
    EXPECT_EQ(x.dtype, y.dtype);
    EXPECT_EQ(x.elements, y.elements);
    EXPECT_EQ(x.nan, y.nan);
    EXPECT_EQ(x.positiveInf, y.positiveInf);
    EXPECT_EQ(x.negativeInf, y.negativeInf);
    EXPECT_EQ(x.zero, y.zero);
    EXPECT_EQ(x.negative, y.negative);
    EXPECT_EQ(x.subnormal, y.subnormal);
    EXPECT_EQ(x.firstNaN, y.firstNaN);
    EXPECT_EQ(x.firstInfinite, y.firstInfinite);
    EXPECT_EQ(x.firstNonfinite, y.firstNonfinite);
    EXPECT_EQ(x.minimum, y.minimum);
    EXPECT_EQ(x.maximum, y.maximum);
    EXPECT_EQ(bits(x.mean), bits(y.mean));
    EXPECT_EQ(bits(x.standardDeviation), bits(y.standardDeviation));
    EXPECT_EQ(x.note, y.note);
    ASSERT_EQ(x.parts.size(), y.parts.size());
    for (std::size_t part = 0; part < x.parts.size(); ++part)
        expectSame(x.parts[part], y.parts[part]);
}

void expectSame(const Health& a, const Health& b)
{
    expectSame(a.summary, b.summary);
    EXPECT_EQ(a.constant, b.constant);
    EXPECT_EQ(a.largestMagnitude, b.largestMagnitude);
    EXPECT_EQ(a.sigmas, b.sigmas);
    EXPECT_EQ(a.summary.distribution, b.summary.distribution);
    EXPECT_EQ(a.duplicateOf, b.duplicateOf);
}

class HealthScanTest : public testing::Test {
protected:
    void scan(const OpenedCheckpointPtr& opened)
    {
        scanning.setCheckpoint(opened);
        scanning.start();
        ASSERT_TRUE(finished.await());
    }

    HealthScan scanning;
    Signal finished{&scanning, &HealthScan::finished};
};

TEST_F(HealthScanTest, KeepsWhatTheEngineFoundForEveryDType)
{
    for (const char* const sample : {"safetensors/all-dtypes-extended.safetensors",
             "safetensors/special-values.safetensors", "bintensors/special-values.bt"}) {
        SCOPED_TRACE(sample);
        const auto opened = openData(sample);
        scan(opened);
        const auto expected = scanned(*opened);
        const auto table = scanning.results();
        ASSERT_TRUE(scanning.isComplete());
        EXPECT_FALSE(table->find(*opened->checkpoint, table->tensors()));
        HealthSums total;
        for (std::uint32_t tensor = 0; tensor < expected.size(); ++tensor) {
            SCOPED_TRACE(opened->checkpoint->tensors[tensor].name);
            const auto found = table->find(*opened->checkpoint, tensor);
            ASSERT_TRUE(found && *found && expected[tensor]);
            expectSame(**found, *expected[tensor]);
            const HealthSums sums = healthOf(opened->checkpoint->tensors[tensor], expected[tensor]);
            EXPECT_EQ(table->sums(opened->tree, tensor), sums);
            total.add(sums);
        }
        EXPECT_EQ(table->total(), total);
    }
}

TEST_F(HealthScanTest, ProgressKnowsAllBytesFromTheOutset)
{
    const auto opened = openData("safetensors/all-dtypes-extended.safetensors");
    ASSERT_TRUE(opened);
    std::vector<std::uint32_t> tensors(opened->tree.tensorCount());
    std::iota(tensors.begin(), tensors.end(), 0U);
    const std::uint64_t bytes = opened->tree.sums(opened->tree.root()).bytes;
    Progress progress;
    ASSERT_TRUE(scanHealth(opened->checkpoint, tensors, {.stop = {}, .progress = &progress},
        [&](std::uint32_t, const Result<Health>&) { EXPECT_EQ(progress.total, bytes); }));
    EXPECT_EQ(progress.done, bytes);
}

TEST_F(HealthScanTest, GroupsAddUpWhatIsBelowThem)
{
    const auto opened = openData("safetensors/gpt2-tiny.safetensors");
    scan(opened);
    const NameTree& tree = opened->tree;
    const auto table = scanning.results();
    for (NameTree::NodeId group = tree.root(); group < tree.nodeCount(); ++group) {
        HealthSums sums;
        for (const NameTree::NodeId child : tree.children(group))
            sums.add(table->sums(tree, child));
        EXPECT_EQ(table->sums(tree, group), sums);
        EXPECT_EQ(sums.tensors, tree.sums(group).tensors);
    }
}

TEST_F(HealthScanTest, ResultsStayWhileTheFilesDo)
{
    const test::TemporaryFolder folder;
    const auto path = folder.path() / "model.safetensors";
    std::filesystem::copy_file(test::dataPath("safetensors/gpt2-tiny.safetensors"), path);
    const auto read = [&] { return *openForViewing(path, {}); };
    scan(read());
    const auto table = scanning.results();
    Signal reset(&scanning, &HealthScan::resultsReset);
    scanning.setCheckpoint(read());
    EXPECT_EQ(scanning.results(), table);
    EXPECT_EQ(reset.count(), 0);
    std::filesystem::last_write_time(path, std::filesystem::file_time_type::clock::now() + std::chrono::hours(1));
    scanning.setCheckpoint(read());
    EXPECT_EQ(scanning.results(), nullptr);
    EXPECT_EQ(reset.count(), 1);
    scanning.start();
    ASSERT_TRUE(finished.await());
    scanning.setCheckpoint(nullptr);
    EXPECT_EQ(scanning.results(), nullptr);
    scanning.start();
    EXPECT_FALSE(scanning.isRunning());
}

TEST_F(HealthScanTest, ResultsOfALockedFileAreGoneOnceItIsUnlocked)
{
    const auto path = test::dataPath("tensorizer/encrypted-passphrase.tensors");
    const std::string_view phrase = "correct horse battery staple";
    const auto secret = Secret::passphrase(std::as_bytes(std::span(phrase)));
    ASSERT_TRUE(secret);
    scan(*openForViewing(path, {}));
    EXPECT_GT(scanning.results()->total().count(HealthRemark::Unread), 0U);
    scanning.setCheckpoint(*openForViewing(path, {}));
    EXPECT_TRUE(scanning.results()) << "still locked";
    const auto unlocked = *openForViewing(path, {}, &*secret);
    scanning.setCheckpoint(unlocked);
    EXPECT_FALSE(scanning.results());
    scan(unlocked);
    EXPECT_EQ(scanning.results()->total().count(HealthRemark::Unread), 0U);
}

TEST_F(HealthScanTest, StoppedItKeepsWhatItHasAndAddsNoMore)
{
    const auto opened = openData("safetensors/gpt2-tiny.safetensors");
    scanning.setCheckpoint(opened);
    std::vector<bool> told;
    QObject::connect(&scanning, &HealthScan::runningChanged, [&](bool running) { told.push_back(running); });
    scanning.start();
    scanning.stop();
    EXPECT_EQ(told, (std::vector{true, false}));
    EXPECT_FALSE(scanning.isRunning());
    const std::uint32_t known = scanning.results()->lookedAt();
    jobPool().waitForDone();
    EXPECT_EQ(scanning.results()->lookedAt(), known);
    EXPECT_EQ(finished.count(), 0);
}

TEST_F(HealthScanTest, AnErrorIsThatOfItsTensor)
{
    const test::TemporaryFolder folder;
    const auto path = folder.path() / "model.safetensors";
    std::filesystem::copy_file(test::dataPath("safetensors/gpt2-tiny.safetensors"), path);
    std::filesystem::resize_file(path, std::filesystem::file_size(path) / 2);
    const auto opened = *openForViewing(path, {});
    scan(opened);
    const auto table = scanning.results();
    EXPECT_TRUE(table->isComplete());
    const auto expected = scanned(*opened);
    std::uint32_t errors = 0;
    for (std::uint32_t tensor = 0; tensor < expected.size(); ++tensor) {
        const auto found = table->find(*opened->checkpoint, tensor);
        ASSERT_TRUE(found);
        ASSERT_EQ(found->has_value(), expected[tensor].has_value());
        if (*found)
            continue;
        ++errors;
        EXPECT_EQ(found->error().message, expected[tensor].error().message);
        EXPECT_FALSE(table->counts(*opened->checkpoint, tensor));
    }
    EXPECT_GT(errors, 0U);
    EXPECT_EQ(table->total().count(HealthRemark::Unread), errors);
}

TEST_F(HealthScanTest, AWeightThatIsNotDecodedIsUnknown)
{
    const auto named = openData("quantized/not-decoded/hqq");
    scan(named);
    EXPECT_EQ(scanning.results()->total().unknown, 1U);
    EXPECT_EQ(scanning.results()->tensorSums(0).unknown, 1U);
    const auto damaged = openData("quantized/damaged/ct-packed-width");
    scan(damaged);
    EXPECT_EQ(damaged->checkpoint->tensors.size(), 6U);
    EXPECT_EQ(scanning.results()->total().unknown, 5U);
}

TEST_F(HealthScanTest, NothingCountsOfAFileThatWasChanged)
{
    const test::TemporaryFolder folder;
    std::filesystem::copy(test::dataPath("safetensors-sharded"), folder.path() / "model");
    const auto opened = *openForViewing(folder.path() / "model/model.safetensors.index.json", {});
    ASSERT_GT(opened->checkpoint->files.size(), 1U);
    constexpr std::uint32_t changed = 1; // only the modification time changes, the bytes stay the same
    const auto path = opened->checkpoint->files[changed].source->path();
    std::filesystem::last_write_time(path, std::filesystem::last_write_time(path) + std::chrono::seconds(1));
    const auto found = scanned(*opened);
    ASSERT_EQ(found.size(), opened->checkpoint->tensors.size());
    for (std::uint32_t tensor = 0; tensor < found.size(); ++tensor) {
        SCOPED_TRACE(opened->checkpoint->tensors[tensor].name);
        EXPECT_EQ(found[tensor].has_value(), opened->checkpoint->tensors[tensor].file != changed);
        if (!found[tensor]) {
            EXPECT_EQ(found[tensor].error().code, ErrorCode::Changed);
        }
        const auto alone = scanHealth(opened->checkpoint, tensor, {});
        ASSERT_EQ(alone.has_value(), found[tensor].has_value());
        if (!alone) {
            EXPECT_EQ(alone.error().code, ErrorCode::Changed);
        }
    }
}

/// Scans more weights than the limit up to which findings are kept in full.
TEST_F(HealthScanTest, FindingsOfTheFirstWeightsAreKept)
{
    constexpr std::uint32_t kept = 10'000;
    std::vector<test::WantedTensor> tensors;
    for (std::uint32_t i = 0; i <= kept; ++i)
        tensors.push_back({"w" + std::to_string(i), "U8", "[1]", std::string(1, '\0')});
    const test::TemporaryFolder folder;
    const auto opened = test::openFile(folder.write("model.safetensors", test::safetensorsOf(tensors)));
    ASSERT_TRUE(opened);
    const Checkpoint& checkpoint = *opened->checkpoint;
    HealthResults results(kept + 1);
    for (std::uint32_t i = 0; i <= kept; ++i) {
        Health health = *scanHealth(opened->checkpoint, i, {});
        health.findings.push_back({.severity = Severity::Warning,
            .code = "scale-zero",
            .message = "odd",
            .tensor = std::string(checkpoint.tensors[i].name),
            .aboutTensor = true});
        results.add(*opened, i, health);
    }
    for (const std::uint32_t tensor : {0U, kept - 1, kept}) {
        const auto health = results.find(checkpoint, tensor);
        ASSERT_TRUE(health && *health);
        ASSERT_EQ((*health)->findings.size(), 1U);
        const Finding& finding = (*health)->findings.front();
        EXPECT_EQ(finding.code, tensor < kept ? "scale-zero" : "more-findings");
        EXPECT_EQ(finding.tensor, checkpoint.tensors[tensor].name);
    }
    EXPECT_EQ(results.findings().list().size(), Findings::maximumPerCode);
    EXPECT_EQ(results.findings().suppressed("scale-zero"), kept + 1 - Findings::maximumPerCode);
}

/// Scans more tensors than are processed before the first report.
TEST_F(HealthScanTest, ReportsManyTensorsInOrder)
{
    constexpr std::uint32_t count = 10'000;
    const test::TemporaryFolder folder;
    test::MadeCheckpoint made;
    std::uint64_t bytes = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
        made.add("w" + std::to_string(i), DType::U8, {1 + i % 3});
        bytes += 1 + i % 3;
    }
    made->files.front().source = Source::open(folder.write("zeros", std::string(bytes, '\0'))).value();
    const auto checkpoint = made.take();
    std::vector<std::uint32_t> tensors(count);
    std::iota(tensors.begin(), tensors.end(), 0U);
    std::vector<std::uint32_t> reported;
    ASSERT_TRUE(scanHealth(checkpoint, tensors, {}, [&](std::uint32_t tensor, const Result<Health>& health) {
        reported.push_back(tensor);
        ASSERT_TRUE(health);
        EXPECT_EQ(health->summary.zero, 1 + tensor % 3);
        // The original is the first tensor of the same size.
        EXPECT_EQ(health->duplicateOf, tensor < 3 ? std::nullopt : std::optional(tensor % 3));
    }));
    EXPECT_EQ(reported, tensors);
}

TEST_F(HealthScanTest, AnswersTheFiltersWordsAboutValues)
{
    const auto opened = openData("safetensors/special-values.safetensors");
    scanning.setCheckpoint(opened);
    const auto other = [](std::uint32_t) { return std::optional(ValueCounts{.elements = 1, .nan = 1}); };
    EXPECT_EQ(scanning.knownValues(other)(0)->nan, 1U);
    scan(opened);
    const auto known = scanning.knownValues(other);
    const auto expected = scanned(*opened);
    for (std::uint32_t tensor = 0; tensor < expected.size(); ++tensor) {
        const auto counts = valueCounts(opened->checkpoint->tensors[tensor], *expected[tensor]);
        if (counts) {
            EXPECT_EQ(known(tensor)->nan, counts->nan);
        }
    }
}

/// Queries from another thread, like TensorTreeModel.
TEST_F(HealthScanTest, KeepsWhatIsFoundInQuantizedWeights)
{
    const auto opened = openData("quantized/damaged/fp8-scale-values");
    scan(opened);
    const auto table = scanning.results();
    const auto expected = scanned(*opened);
    std::size_t found = 0;
    for (std::uint32_t tensor = 0; tensor < expected.size(); ++tensor) {
        const auto health = table->find(*opened->checkpoint, tensor);
        ASSERT_TRUE(health && *health);
        ASSERT_EQ((*health)->findings.size(), expected[tensor]->findings.size());
        for (std::size_t i = 0; i < expected[tensor]->findings.size(); ++i)
            EXPECT_EQ((*health)->findings[i].message, expected[tensor]->findings[i].message);
        found += expected[tensor]->findings.size();
    }
    EXPECT_GT(found, 0U);
    ASSERT_TRUE(table->hasFindings());
    EXPECT_EQ(table->findings().list().size(), found) << "opening reads no scales";
}

TEST_F(HealthScanTest, WhatWasKnownBeforeIsNotFoundAgain)
{
    const auto known = quantized::withScaleFindings(openData("quantized/damaged/nvfp4-faults")->checkpoint);
    ASSERT_TRUE(known) << describe(known.error());
    const auto prepared = prepareForViewing(*known, {});
    ASSERT_TRUE(prepared) << describe(prepared.error());
    const OpenedCheckpointPtr& opened = *prepared;
    EXPECT_TRUE(opened->checkpoint->findings.hasErrors());
    scan(opened);
    EXPECT_GT(scanning.results()->total().count(HealthRemark::Quantization), 0U);
    EXPECT_FALSE(scanning.results()->hasFindings());
    EXPECT_TRUE(scanning.results()->findings().list().empty());
}

TEST(HealthSums, WorseRanksHigherAndMoreOfTheSameToo)
{
    const auto of = [](HealthRemark remark, std::uint32_t tensors, std::uint64_t elements) {
        HealthSums sums{.tensors = 9};
        sums.remarks[static_cast<std::size_t>(remark)] = tensors;
        (remark == HealthRemark::NaN ? sums.nan : sums.infinite) = elements;
        return sums.rank();
    };
    EXPECT_EQ(HealthSums{}.rank(), 0U);
    EXPECT_GT(HealthSums{.tensors = 1}.rank(), 0U);
    EXPECT_EQ(of(HealthRemark::Duplicate, 1, 0), HealthSums{.tensors = 1000}.rank());
    EXPECT_GT((HealthSums{.tensors = 1, .sigmas = 5}.rank()), (HealthSums{.tensors = 1, .sigmas = 4}.rank()));
    EXPECT_GT(of(HealthRemark::Subnormal, 1, 0), (HealthSums{.tensors = 1, .sigmas = 1e30}.rank()));
    EXPECT_GT(of(HealthRemark::AllZero, 1, 0), of(HealthRemark::Constant, 1000, 0));
    EXPECT_GT(of(HealthRemark::NaN, 1, 1), of(HealthRemark::Infinite, 1000, ~std::uint64_t{0}));
    EXPECT_GT(of(HealthRemark::NaN, 1, 2), of(HealthRemark::NaN, 2, 1));
    EXPECT_GT(of(HealthRemark::Unread, 1, 0), of(HealthRemark::NaN, 1, 1));
}

TEST(HealthOf, AVectorMayBeConstantAndNarrowFloatsHaveSubnormals)
{
    const auto of = [](DType dtype, std::uint64_t elements, double value, std::uint64_t subnormal) {
        const std::vector<std::uint64_t> shape{elements, elements};
        Tensor tensor;
        tensor.dtype = dtype;
        tensor.shape = shape;
        Health health;
        health.summary.elements = elements;
        health.summary.subnormal = subnormal;
        health.constant = true;
        health.largestMagnitude = value;
        return healthOf(tensor, health).worst();
    };
    EXPECT_EQ(of(DType::F32, 1, 0, 0), std::nullopt);
    EXPECT_EQ(of(DType::F32, 2, 0, 0), HealthRemark::AllZero);
    EXPECT_EQ(of(DType::F32, 2, 1, 0), HealthRemark::Constant);
    EXPECT_EQ(of(DType::F16, 1, 1, 1), HealthRemark::Subnormal);
    EXPECT_EQ(of(DType::F8_E4M3, 1, 1, 1), std::nullopt);
    EXPECT_EQ(of(DType::F4, 1, 1, 1), std::nullopt);
}

TEST(HealthOf, ConstantsThatLookAlikeAreNoDuplicates)
{
    Tensor tensor;
    Health health;
    health.summary.elements = 2;
    health.duplicateOf = 0;
    EXPECT_EQ(healthOf(tensor, health).count(HealthRemark::Duplicate), 1U);
    EXPECT_EQ(healthOf(tensor, health).worst(), std::nullopt) << "it is no warning";
    health.constant = true;
    EXPECT_EQ(healthOf(tensor, health).count(HealthRemark::Duplicate), 0U);
}

} // namespace
} // namespace loupe
