// tloupe spectrum: text, JSON, CSV and status, for one checkpoint and for a pair. analysis_test tests the values.

#include "app/cli/process.h"
#include "support/compared_pair.h"
#include "support/temporary_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace loupe::test {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string numbers(const std::vector<float>& values)
{
    return packedBytes<float>(values);
}

/// "diagonal" has the singular values 4, 3, 0; "turned" has the same ones in another position; "stack" has 1, 1 and
/// 2, 2.
std::string model(float corner = 4)
{
    return safetensorsOf({{"bias", "F32", "[3]", numbers({1, 2, 3})},
        {"diagonal", "F32", "[3,3]", numbers({corner, 0, 0, 0, -3, 0, 0, 0, 0})},
        {"stack", "F32", "[2,2,2]", numbers({1, 0, 0, 1, 2, 0, 0, 2})},
        {"turned", "F32", "[2,3]", numbers({0, 0, 3, 4, 0, 0})}});
}

class SpectrumVerbTest : public testing::Test {
protected:
    SpectrumVerbTest()
    {
        m_folder.write("base.safetensors", model());
        m_folder.write("tuned.safetensors", model(4.5F));
        m_folder.write("odd.safetensors",
            safetensorsOf({{"good", "F32", "[1,1]", numbers({2})}, {"odd", "F32", "[2,2]", numbers({1, NAN, 0, 1})}}));
    }

    Outcome spectrum(std::vector<std::string> arguments)
    {
        arguments.insert(arguments.begin(), "spectrum");
        return tloupe(std::move(arguments), m_folder.path());
    }

    TemporaryFolder m_folder;
};

TEST_F(SpectrumVerbTest, OneTensorHasItsFiguresAndATable)
{
    const Outcome one = spectrum({"base.safetensors", "diagonal", "--rank", "1", "--energy", "0.9"});
    EXPECT_EQ(one.status, 0) << one.error;
    EXPECT_THAT(one.out,
        AllOf(HasSubstr("3 × 3"), HasSubstr("stable rank       1.5625"), HasSubstr("rank for 90 %     2 of 3"),
            HasSubstr("energy of rank 1  64 %"), HasSubstr("cannot be distinguished from 0"), HasSubstr("100 %")));
    EXPECT_THAT(one.out, Not(HasSubstr("This change")));
    const Outcome large = spectrum({"base.safetensors", "diagonal", "--rank", "300"});
    EXPECT_EQ(large.status, 0) << large.error;
    EXPECT_THAT(large.out, HasSubstr("energy of rank 300  100 %"));
    EXPECT_EQ(spectrum({"base.safetensors", "diagonal", "-q"}).out, "");
}

TEST_F(SpectrumVerbTest, SeveralAreATableWithoutWhatIsNoMatrix)
{
    const Outcome all = spectrum({"base.safetensors"});
    EXPECT_EQ(all.status, 0) << all.error;
    EXPECT_THAT(all.out,
        AllOf(HasSubstr("diagonal"), HasSubstr("> 1.80"), HasSubstr("2 × 4, flattened"), HasSubstr("turned"),
            Not(HasSubstr("bias"))));
    EXPECT_THAT(
        spectrum({"base.safetensors", "--filter", "turned"}).out, AllOf(HasSubstr("turned"), HasSubstr("2 × 3")));
}

TEST_F(SpectrumVerbTest, AStackOfExpertsIsLookedAtMatrixByMatrix)
{
    const std::string name = "mlp.experts.up_proj";
    m_folder.write("a.safetensors", safetensorsOf({{name, "F32", "[2,2,2]", numbers({1, 0, 0, 1, 2, 0, 0, 2})}}));
    m_folder.write("b.safetensors", safetensorsOf({{name, "F32", "[2,2,2]", numbers({2, 0, 0, 2, 2, 0, 0, 5})}}));
    const Outcome first = spectrum({"b.safetensors", "--against", "a.safetensors"});
    EXPECT_THAT(first.out, HasSubstr("Rank 2 captures 99.9 % of this change of matrix 0 of 2."));
    EXPECT_THAT(first.error, HasSubstr("the first matrix of each; --stacked N"));
    const Outcome second = spectrum({"b.safetensors", "--against", "a.safetensors", "--stacked", "1"});
    EXPECT_THAT(second.out, HasSubstr("Rank 1 captures 99.9 % of this change of matrix 1 of 2."));
    const Outcome all = spectrum({"b.safetensors", "--against", "a.safetensors", "--flattened"});
    EXPECT_THAT(all.out, HasSubstr("Rank 2 captures 99.9 % of this change of the flattened 2 × 4 matrix."));
    EXPECT_EQ(all.error, "");
    EXPECT_EQ(spectrum({"a.safetensors", "--flattened", "--stacked", "0"}).status, 2);
}

TEST_F(SpectrumVerbTest, JsonHasAllValues)
{
    const json document = spectrum({"base.safetensors", "turned", "stack", "--stacked", "0", "--json"}).json();
    const json& turned = document["tensors"][0];
    EXPECT_EQ(turned["name"], "turned");
    EXPECT_EQ(turned["matrix"]["columns"], 3);
    EXPECT_NEAR(turned["singular_values"][0], 4, 1e-12);
    EXPECT_NEAR(turned["singular_values"][1], 3, 1e-12);
    EXPECT_NEAR(turned["condition"], 4.0 / 3, 1e-12);
    EXPECT_NEAR(turned["energy"], 25, 1e-12);
    EXPECT_EQ(turned["rank_for_energy"]["rank"], 2);
    EXPECT_EQ(turned["exact"], true);
    EXPECT_FALSE(turned.contains("errors"));
    EXPECT_EQ(document["tensors"][1]["matrix"]["text"], "2 × 2, matrix 0 of the stack [2, 2, 2]");
}

TEST_F(SpectrumVerbTest, CsvHasALineForEachTensor)
{
    const Outcome csv = spectrum({"odd.safetensors", "--csv", "--rank", "1"});
    EXPECT_EQ(csv.status, 3);
    EXPECT_THAT(csv.out, HasSubstr("name,dtype,shape,rows,columns,exact,largest,energy,rank,stable_rank,"));
    EXPECT_THAT(csv.out, HasSubstr("\ngood,F32,\"[1, 1]\",1,1,true,2,4,1,1,1,1,1,1,1 × 1,\n"));
    EXPECT_THAT(csv.out, HasSubstr("\nodd,F32,\"[2, 2]\"" + std::string(13, ',') + "\"odd.safetensors: "));
    EXPECT_THAT(csv.error, HasSubstr("tensor \"odd\" is NaN or null at [0, 1]"));
}

TEST_F(SpectrumVerbTest, AChangeHasARank)
{
    const Outcome one = spectrum({"tuned.safetensors", "--against", "base.safetensors", "diagonal"});
    EXPECT_EQ(one.status, 0) << one.error;
    EXPECT_THAT(
        one.out, AllOf(HasSubstr("Rank 1 captures 99.9 % of this change."), HasSubstr("largest           0.5\n")));
    EXPECT_THAT(spectrum({"tuned.safetensors", "--against", "base.safetensors", "turned"}).out,
        HasSubstr("There is no change."));
    const json all = spectrum({"tuned.safetensors", "--against", "base.safetensors", "--json"}).json();
    EXPECT_EQ(all["against"], "base.safetensors");
    EXPECT_EQ(all["tensors"].size(), 3U);
    EXPECT_EQ(all["tensors"][0]["rank"], 1);
}

TEST_F(SpectrumVerbTest, WhatCannotBeDoneSaysWhy)
{
    const struct {
        std::vector<std::string> arguments;
        int status;
        std::string error;
    } cases[]{{{"base.safetensors", "bias"}, 3, "tensor \"bias\" has the shape [3], expected at least two dimensions"},
        {{"base.safetensors", "stack", "--stacked", "2"}, 3, "there is no matrix 2, expected 0 to 1"},
        {{"base.safetensors", "--filter", "stack", "--stacked", "2"}, 2,
            "tensor \"stack\" has the shape [2, 2, 2], a stack of 2 matrices: there is no matrix 2, expected 0 to 1"},
        {{"base.safetensors", "turned", "--against", "odd.safetensors"}, 2, "has no tensor \"turned\" to compare with"},
        {{"base.safetensors", "--against", "odd.safetensors"}, 2,
            "has no matrix with a counterpart in odd.safetensors"},
        {{"base.safetensors", "--filter", "bias"}, 2, "has no tensor that is a matrix"},
        {{"base.safetensors", "--against", "missing.safetensors"}, 3, "missing.safetensors"}};
    for (const auto& one : cases) {
        const Outcome outcome = spectrum(one.arguments);
        EXPECT_EQ(outcome.status, one.status) << one.error;
        EXPECT_THAT(outcome.error, HasSubstr(one.error));
        EXPECT_EQ(outcome.out, "");
    }
}

} // namespace
} // namespace loupe::test
