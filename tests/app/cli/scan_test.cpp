#include "app/cli/process.h"
#include "support/temporary_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <random>

namespace loupe::test {

namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

/// A safetensors file.
class MadeFile {
public:
    template <typename T>
    void add(const std::string& name, const std::vector<T>& values, const char* dtype = "F32",
        std::vector<std::size_t> shape = {})
    {
        if (shape.empty())
            shape = {values.size()};
        const std::size_t begin = m_data.size();
        m_data.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
        m_header[name] = {{"dtype", dtype}, {"shape", shape}, {"data_offsets", {begin, m_data.size()}}};
    }
    std::string write() const
    {
        const std::string header = m_header.dump();
        const std::uint64_t length = header.size();
        std::string start(8, '\0');
        std::memcpy(start.data(), &length, 8);
        return m_folder.write("made.safetensors", start + header + m_data).string();
    }

private:
    TemporaryFolder m_folder;
    nlohmann::ordered_json m_header;
    std::string m_data;
};

std::vector<float> ramp(std::size_t count, float step = 1)
{
    std::vector<float> values(count);
    for (std::size_t i = 0; i < count; ++i)
        values[i] = step * static_cast<float>(i % 1000);
    return values;
}

json tensorNamed(const json& document, const std::string& name)
{
    for (const json& tensor : document["tensors"]) {
        if (tensor["name"] == name)
            return tensor;
    }
    return {};
}

TEST(Scan, IsZeroWhereAllIsFinite)
{
    const Outcome outcome = tloupe({"scan", "--json", "bintensors/gpt2-tiny.bt"});
    EXPECT_EQ(outcome.status, 0) << outcome.error;
    const json stats = tloupe({"stats", "--json", "bintensors/gpt2-tiny.bt"}).json();
    ASSERT_EQ(outcome.json()["tensors"].size(), stats["tensors"].size());
    for (std::size_t i = 0; i < stats["tensors"].size(); ++i) {
        const json scanned = outcome.json()["tensors"][i];
        for (const auto& [key, value] : stats["tensors"][i].items()) {
            if (key != "quantiles" && key != "histogram") {
                EXPECT_EQ(scanned[key], value) << key;
            }
        }
        EXPECT_FALSE(scanned.contains("quantiles") || scanned.contains("histogram"));
        EXPECT_TRUE(scanned["constant"].is_boolean() && scanned.contains("duplicate_of"));
    }
}

TEST(Scan, IsOneWhereNanOrInfIs)
{
    for (const float bad : {NAN, INFINITY, -INFINITY}) {
        MadeFile file;
        file.add("good", ramp(10));
        auto values = ramp(3'000'000);
        values[2'500'000] = bad;
        file.add("bad", values);
        const Outcome outcome = tloupe({"scan", "--json", file.write()});
        EXPECT_EQ(outcome.status, 1);
        EXPECT_EQ(tensorNamed(outcome.json(), "bad")["first_nonfinite"], 2'500'000);
        EXPECT_TRUE(tensorNamed(outcome.json(), "good")["first_nonfinite"].is_null());
        EXPECT_EQ(tloupe({"scan", "--filter", "good", file.write()}).status, 0);
        EXPECT_EQ(tloupe({"scan", "-q", file.write()}).out, "");
        EXPECT_THAT(tloupe({"scan", file.write()}).out,
            HasSubstr(std::isnan(bad) ? " 1 NaN and 0 infinities in 1 tensor." : " 0 NaN and 1 infinity in 1 tensor."));
        EXPECT_EQ(tloupe({"scan", "--filter", "good", file.write()}).out,
            "1 tensor scanned: no NaN or infinity. 1 without warnings is not listed (--all).\n");
    }
}

/// Expected indices are those of NumPy's unravel_index(), worked out by hand.
TEST(Scan, TheFirstNanHasAnIndexAlongEachAxis)
{
    MadeFile file;
    auto values = ramp(24);
    values[17] = NAN;
    values[20] = INFINITY;
    file.add("matrix", values, "F32", {4, 6});
    file.add("cube", values, "F32", {2, 3, 4});
    file.add("row", values);
    file.add("good", ramp(24), "F32", {4, 6});
    file.add("", values, "F32", {8, 3});
    const std::string path = file.write();
    for (const char* const verb : {"scan", "stats"}) {
        const json document = tloupe({verb, "--json", path}).json();
        const auto index = [&](const char* name) { return tensorNamed(document, name)["first_nonfinite_index"]; };
        EXPECT_EQ(index("matrix"), (json{2, 5})) << verb;
        EXPECT_EQ(index("cube"), (json{1, 1, 1})) << verb;
        EXPECT_EQ(index("row"), (json{17})) << verb;
        EXPECT_EQ(index(""), (json{5, 2})) << verb;
        EXPECT_TRUE(index("good").is_null()) << verb;
        EXPECT_EQ(tensorNamed(document, "matrix")["first_nonfinite"], 17) << verb;
        const std::string text = tloupe({verb, path}).out;
        EXPECT_THAT(text, HasSubstr("17 = [2, 5]")) << verb;
        EXPECT_THAT(text, HasSubstr("17 = [1, 1, 1]")) << verb;
        EXPECT_THAT(text, HasSubstr("  (unnamed) ")) << verb;
    }
    for (const std::vector<std::string>& verb : {std::vector<std::string>{"info"}, {"info", "--flat"}}) {
        auto arguments = verb;
        arguments.push_back(path);
        EXPECT_THAT(tloupe(arguments).out, HasSubstr("  (unnamed) ")) << arguments.size();
    }
}

TEST(Scan, FindsConstantsDuplicatesAndOutliers)
{
    MadeFile file;
    file.add("a", ramp(5000));
    file.add("constant", std::vector<float>(100, 2.5f));
    file.add("constant.copy", std::vector<float>(100, 2.5f)); // reported only as constant, not as a duplicate
    file.add("large", ramp(3'000'000));
    auto other = ramp(5000);
    other[4999] = -1;
    file.add("other", other);
    file.add("copy", ramp(5000));
    auto outliers = ramp(2'000'000);
    outliers[7] = 1e9f;
    file.add("outliers", outliers);
    auto largeOther = ramp(3'000'000);
    largeOther.back() = -1;
    file.add("large.other", largeOther);
    file.add("large.copy", ramp(3'000'000));
    file.add("copy.again", ramp(5000));
    const std::string path = file.write();
    const json document = tloupe({"scan", "--json", path}).json();
    EXPECT_EQ(tensorNamed(document, "copy")["duplicate_of"], "a");
    EXPECT_EQ(tensorNamed(document, "copy.again")["duplicate_of"], "a");
    EXPECT_EQ(tensorNamed(document, "large.copy")["duplicate_of"], "large");
    EXPECT_EQ(tensorNamed(document, "constant.copy")["duplicate_of"], "constant");
    for (const char* const name : {"a", "large", "other", "large.other", "constant"})
        EXPECT_TRUE(tensorNamed(document, name)["duplicate_of"].is_null()) << name;
    for (const json& tensor : document["tensors"]) {
        EXPECT_EQ(tensor["constant"], std::string(tensor["name"]).starts_with("constant"));
        EXPECT_EQ(tensor["outliers"], tensor["name"] == "outliers");
    }
    EXPECT_EQ(tensorNamed(document, "outliers")["largest_magnitude"], 1e9);
    const std::string text = tloupe({"scan", path}).out;
    EXPECT_THAT(text, Not(HasSubstr("duplicate of large\n"))) << "that is usual";
    EXPECT_THAT(text, Not(HasSubstr("constant"))) << "a vector often is";
    EXPECT_THAT(text, HasSubstr("outliers\n"));
    EXPECT_THAT(text,
        HasSubstr("\n10 tensors scanned: no NaN or infinity, warnings in 1 tensor. 3 duplicates of earlier tensors "
                  "(--filter duplicate:yes). 9 without warnings are not listed (--all).\n"));
    const std::string all = tloupe({"scan", "--all", path}).out;
    EXPECT_THAT(all, HasSubstr("duplicate of large\n"));
    EXPECT_THAT(all, HasSubstr("constant\n"));
    EXPECT_THAT(all, HasSubstr("large.other "));
    EXPECT_THAT(all,
        HasSubstr("\n10 tensors scanned: no NaN or infinity, warnings in 1 tensor. 3 duplicates of earlier "
                  "tensors (--filter duplicate:yes).\n"));
    for (const char* const threads : {"1", "2", "7"})
        EXPECT_EQ(tloupe({"scan", "--json", "--threads", threads, path}).json(), document);
}

TEST(Scan, FiltersFindWhatIsNoWarning)
{
    MadeFile file;
    file.add("norm", std::vector<float>(100, 1));
    file.add("wte", ramp(5000));
    file.add("lm_head", ramp(5000));
    auto tail = ramp(5000);
    tail[7] = 1e6f;
    file.add("tail", tail);
    const std::string path = file.write();
    const auto found = [&](const std::string& filter) {
        std::vector<std::string> names;
        const json document = tloupe({"scan", "--json", "--filter", filter, path}).json();
        for (const json& tensor : document["tensors"])
            names.push_back(tensor["name"]);
        return names;
    };
    using Names = std::vector<std::string>;
    EXPECT_EQ(found("constant:yes"), Names{"norm"});
    EXPECT_EQ(found("duplicate:yes"), Names{"lm_head"});
    EXPECT_EQ(found("sigma:>100"), Names{"tail"});
    EXPECT_EQ(found("duplicate:yes or sigma:>100"), (Names{"lm_head", "tail"}));
}

TEST(Scan, LargeIntegersThatDifferByLittleAreNoOutliers)
{
    std::vector<std::int64_t> stamps;
    std::vector<std::uint64_t> high;
    for (int i = 0; i < 500; ++i) {
        stamps.insert(stamps.end(), {1'732'000'000'000'000'127, 1'732'000'000'000'000'129});
        high.insert(high.end(), {(std::uint64_t{1} << 63) + 1023, (std::uint64_t{1} << 63) + 1025});
    }
    auto far = stamps;
    far.resize(5000, stamps.front());
    far.back() = 0;
    MadeFile file;
    file.add("stamps", stamps, "I64");
    file.add("high", high, "U64");
    file.add("far", far, "I64");
    const json document = tloupe({"scan", "--json", file.write()}).json();
    EXPECT_EQ(tensorNamed(document, "stamps")["outliers"], false);
    EXPECT_EQ(tensorNamed(document, "high")["outliers"], false);
    EXPECT_NEAR(tensorNamed(document, "far")["sigmas"].get<double>(), std::sqrt(4999), 0.1);
    EXPECT_LT(tensorNamed(document, "stamps")["sigmas"], 30);
    EXPECT_LT(tensorNamed(document, "high")["sigmas"], 30);
}

TEST(Scan, OneElementAmongFewIsAnOutlier)
{
    std::mt19937 random(5);
    std::normal_distribution<float> normal(1, 0.02f);
    std::vector<float> bias(768);
    for (float& value : bias)
        value = normal(random);
    auto far = bias;
    far[100] = 1e30f;
    auto below = bias;
    below[100] = -1.5f; // 125 deviations of the others away, but not 30 of all
    std::vector<float> few(31, 1);
    few[3] = 1e30f;
    std::vector<std::uint8_t> mask(512, 1);
    mask[9] = 0;
    MadeFile file;
    file.add("bias", bias);
    file.add("far", far);
    file.add("below", below);
    file.add("few", few);
    file.add("mask", mask, "U8");
    const json document = tloupe({"scan", "--json", file.write()}).json();
    for (const json& tensor : document["tensors"])
        EXPECT_EQ(tensor["outliers"], tensor["name"] == "far") << tensor["name"];
    EXPECT_NEAR(tensorNamed(document, "below")["sigmas"].get<double>(), 125, 5) << "of the others; not 30 of all";
    EXPECT_LT(tensorNamed(document, "bias")["sigmas"], 5);
    EXPECT_TRUE(tensorNamed(document, "few")["sigmas"].is_null());
}

TEST(Scan, TextNamesZeroesAndGivesIntegersInFull)
{
    MadeFile file;
    file.add("zero", std::vector<float>(100));
    MadeFile integers;
    integers.add("large", std::vector<std::int64_t>{3, -9'007'199'254'740'993}, "I64");
    EXPECT_THAT(tloupe({"scan", "--all", file.write()}).out, HasSubstr("all zero"));
    EXPECT_THAT(tloupe({"scan", "--all", integers.write()}).out, HasSubstr(" 9007199254740993"));
}

TEST(Scan, ByRoleEachBlockHasACell)
{
    MadeFile file;
    for (int block = 0; block < 3; ++block) {
        const std::string layer = "model.layers." + std::to_string(block) + '.';
        file.add(layer + "q_proj.weight", std::vector<float>{float(block + 1), -float(block + 1), 0, 0});
        for (int expert = 0; expert < 6; ++expert)
            file.add(layer + "experts." + std::to_string(expert) + ".w1", std::vector<float>{float(expert), 8});
    }
    file.add("head.weight", std::vector<float>{1, NAN});
    const std::string path = file.write();
    const Outcome listed = tloupe({"scan", path, "--by-role", "--json"});
    EXPECT_EQ(listed.status, 1); // because of a NaN
    const json cells = listed.json()["cells"];
    ASSERT_EQ(cells.size(), 7U);
    const auto cellOf = [&](const std::string& role, const json& block) {
        for (const json& cell : cells)
            if (cell["role"] == role && cell["block"] == block)
                return cell;
        return json();
    };
    const json experts = cellOf("experts.*.w1", "1");
    EXPECT_EQ(experts["series"], "model.layers.*");
    EXPECT_EQ(experts["tensors"], 6);
    EXPECT_EQ(experts["first_tensor"], "model.layers.1.experts.0.w1");
    EXPECT_EQ(experts["bytes"], 48);
    EXPECT_EQ(experts["bits_per_weight"], 32);
    EXPECT_EQ(experts["largest_magnitude"], 8);
    EXPECT_NEAR(experts["zero_share"], 1.0 / 12, 1e-15);
    // The values 0, 1, 2, 3, 4, 5 and six times 8 have the mean 63 / 12, their squares 439 / 12.
    EXPECT_NEAR(experts["std"], std::sqrt(439.0 / 12 - (63.0 / 12) * (63.0 / 12)), 1e-12);
    EXPECT_NEAR(cellOf("q_proj.weight", "2")["std"], std::sqrt(4.5), 1e-12);
    EXPECT_EQ(cellOf("head.weight", nullptr)["nonfinite"], 1);
    const Outcome csv = tloupe({"scan", path, "--by-role", "--csv"});
    EXPECT_THAT(csv.out, HasSubstr("series,block,role,tensors,first_tensor,bytes,bits_per_weight,dtype,std,"));
    EXPECT_THAT(csv.out, HasSubstr("\nmodel.layers.*,0,experts.*.w1,6,model.layers.0.experts.0.w1,48,32,F32,"));
    const Outcome text = tloupe({"scan", path, "--by-role"});
    EXPECT_THAT(text.out, HasSubstr("model.layers.*.experts.*.w1"));
    const Outcome some = tloupe({"scan", path, "--by-role", "--json", "--filter", "layer:1"});
    EXPECT_EQ(some.status, 0) << some.error;
    EXPECT_EQ(some.json()["cells"].size(), 2U);
    EXPECT_EQ(tloupe({"scan", path, "--by-role", "--all"}).status, 2);
}

TEST(Scan, AFilterThatMatchesNothingIsWrongUsage)
{
    MadeFile file;
    file.add("model.layers.0", ramp(10));
    const Outcome outcome = tloupe({"scan", "-q", "--filter", "modle.layers", file.write()});
    EXPECT_EQ(outcome.status, 2);
    EXPECT_THAT(outcome.error, HasSubstr("no tensor matches the filter"));
}

TEST(Scan, UnknownDTypesOfAnotherNameAreNoDuplicates)
{
    const std::vector<std::uint8_t> bytes{1, 2, 3, 4};
    MadeFile file;
    file.add("a", bytes, "X9");
    file.add("b", bytes, "Y7");
    file.add("c", bytes, "X9");
    const json document = tloupe({"scan", "--json", file.write()}).json();
    EXPECT_TRUE(tensorNamed(document, "b")["duplicate_of"].is_null());
    EXPECT_EQ(tensorNamed(document, "c")["duplicate_of"], "a");
}

TEST(Scan, UnreadableTensorsAreThree)
{
    const Outcome outcome = tloupe({"scan", "--json", "malformed/data-one-short.safetensors"});
    EXPECT_EQ(outcome.status, 3);
    EXPECT_EQ(outcome.json()["error"]["code"], "past-the-end");
    EXPECT_EQ(outcome.json()["tensors"].back()["error"]["code"], "past-the-end");
}

TEST(Scan, EveryDTypeHasAnAnswer)
{
    const Outcome outcome = tloupe({"scan", "--json", "safetensors/all-dtypes-extended.safetensors"});
    EXPECT_EQ(outcome.status, 1); // has NaN
    EXPECT_TRUE(tensorNamed(outcome.json(), "t_f6_e3m2").contains("note"));
    EXPECT_TRUE(tensorNamed(outcome.json(), "t_c64")["real"].contains("mean"));
}

} // namespace

} // namespace loupe::test
