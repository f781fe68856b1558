// The completions, independent of any shell. The oracle for verbs and options is --help.

#include "app/cli/completion/completion.h"
#include "app/cli/process.h"
#include "support/compared_pair.h"
#include "support/temporary_file.h"
#include "support/test_data.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <set>
#include <sstream>

namespace loupe::test {

namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::Not;
using Words = std::vector<std::string>;

constexpr const char* filesFollow = "(files)";

/// The offered words, in order. The first is `filesFollow` if paths are expected.
Words offered(Words typed, const std::filesystem::path& folder = {})
{
    typed.insert(typed.begin(), "__complete");
    const Outcome outcome = tloupe(typed, folder);
    EXPECT_EQ(outcome.status, 0);
    EXPECT_EQ(outcome.error, "");
    Words words;
    std::istringstream lines(outcome.out);
    std::string line;
    std::getline(lines, line);
    if (line == "files")
        words.emplace_back(filesFollow);
    else
        EXPECT_EQ(line, "words");
    while (std::getline(lines, line))
        words.push_back(line.substr(0, line.find('\t')));
    return words;
}

std::string manualPage()
{
    std::ifstream file(dataPath("../../packaging/man/tloupe.1"));
    return {std::istreambuf_iterator<char>(file), {}};
}

/// The first group of each match in the output of --help, or in the manual page.
Words helpWords(const std::string& help, const std::regex& pattern)
{
    Words words;
    for (std::sregex_iterator match(help.begin(), help.end(), pattern), end; match != end; ++match)
        words.push_back((*match)[1]);
    return words;
}

/// The text between `begin` and the next `end`, or the end of the verbs.
std::string partOf(const std::string& page, const std::string& begin, const std::string& end)
{
    const std::size_t start = page.find(begin);
    EXPECT_NE(start, std::string::npos) << begin;
    const std::string rest = page.substr(start);
    return rest.substr(0, std::min(rest.find(end, begin.size()), rest.find("\n.Ss ", begin.size())));
}

/// The long options that head an entry: ".It Fl q , -quiet", ".It Fl -atol Ar number , Fl -rtol Ar number".
std::set<std::string> optionsOfPage(const std::string& part)
{
    std::set<std::string> options;
    for (const std::string& heading : helpWords(part, std::regex("\n\\.It (Fl [^\n]*)"))) {
        for (const std::string& option : helpWords(heading, std::regex("(?:Fl|,) (-[a-z-]+)")))
            options.insert('-' + option);
    }
    return options;
}

Words verbsOfHelp()
{
    const std::string help = tloupe({"--help"}).out;
    return helpWords(help.substr(help.find("Verbs:")), std::regex("\\n  ([a-z-]+) "));
}

std::string model()
{
    const std::string two = packedBytes<float>({1, 2});
    std::vector<WantedTensor> tensors{{"embed.weight", "F32", "[2]", two}, {"embed tokens", "F16", "[4]", two}};
    for (int layer = 0; layer < 60; ++layer) {
        for (const char* const part : {".attn.q.weight", ".attn.k.weight"})
            tensors.push_back({"model.layers." + std::to_string(layer) + part, "BF16", "[4]", two});
    }
    return safetensorsOf(tensors);
}

} // namespace

TEST(Completion, OffersEachVerbAndOptionOfTheHelp)
{
    const Words verbs = verbsOfHelp();
    EXPECT_THAT(
        verbs, IsSupersetOf({"info", "validate", "stats", "scan", "hash", "diff", "convert", "merge", "export"}));
    Words first = verbs;
    first.emplace_back("help");
    EXPECT_THAT(offered({""}), testing::UnorderedElementsAreArray(first));
    for (const std::string& verb : verbs) {
        const Words options = helpWords(tloupe({verb, "--help"}).out, std::regex("\\n  (?:-.,)?(--[a-z-]+)"));
        EXPECT_GE(options.size(), 2U) << verb;
        EXPECT_THAT(offered({verb, "-"}), IsSupersetOf(options)) << verb;
        for (const std::string& option : options)
            EXPECT_THAT(offered({verb, option}), Contains(option)) << verb;
    }
}

TEST(Completion, OffersVerbsAfterHelp)
{
    EXPECT_THAT(offered({"he"}), ElementsAre("help"));
    EXPECT_THAT(offered({"help", ""}), testing::UnorderedElementsAreArray(verbsOfHelp()));
    EXPECT_THAT(offered({"help", "expo"}), ElementsAre("export"));
    EXPECT_THAT(offered({"help", "-"}), IsEmpty());
    EXPECT_THAT(offered({"help", "export", ""}), IsEmpty());
}

TEST(Completion, ManualPageHasEachVerbAndOption)
{
    const std::string page = manualPage();
    for (const std::string& verb : verbsOfHelp()) {
        EXPECT_THAT(page, testing::HasSubstr("\n.It Cm " + verb)) << verb;
        for (const std::string& option : offered({verb, "--"}))
            EXPECT_TRUE(std::regex_search(page, std::regex("(Fl|,) " + option.substr(1) + "(?![a-z-])")))
                << verb << ' ' << option;
    }
}

TEST(Completion, ManualPageDescribesExactlyTheOptionsOfEachVerb)
{
    const std::string page = manualPage();
    const Words verbs = verbsOfHelp();
    EXPECT_THAT(helpWords(partOf(page, "\n.Ss Verbs\n", "\n.Ss "), std::regex("\n\\.It Cm ([a-z-]+)")),
        testing::UnorderedElementsAreArray(verbs));
    // Options shared by several verbs are in sections that start with the names of these verbs.
    std::map<std::string, std::set<std::string>> shared;
    for (const char* const part : {"lists", "parts", "values", "checkpoints", "output"}) {
        const std::string text = partOf(page, std::string("\n.Ss Options of ") + part + '\n', "\n.Ss ");
        const std::string intro = text.substr(0, text.find("\n.Bl"));
        for (const std::string& verb : helpWords(intro, std::regex("(?:Cm|,) ([a-z-]+)"))) {
            EXPECT_THAT(verbs, Contains(verb)) << part;
            shared[verb].merge(optionsOfPage(text));
        }
    }
    const auto all = optionsOfPage(partOf(page, "\n.Ss Options of all verbs\n", "\n.Ss "));
    for (const std::string& verb : verbs) {
        // "as convert does, and with its options"
        const std::string described = verb == "merge" ? "convert" : verb;
        std::set<std::string> onPage = optionsOfPage(partOf(page, "\n.It Cm " + described + '\n', "\n.It Cm "));
        if (verb == "merge") { // makes no adapters
            onPage.erase("--extract-lora");
            onPage.erase("--spelling");
        }
        onPage.insert(shared[verb].begin(), shared[verb].end());
        onPage.insert(all.begin(), all.end());
        const Words options = helpWords(tloupe({verb, "--help"}).out, std::regex("\\n  (?:-.,)?(--[a-z-]+)"));
        EXPECT_EQ(onPage, std::set<std::string>(options.begin(), options.end())) << verb;
    }
}

TEST(Completion, KnowsWhatEachValueIs)
{
    // Numbers, expressions and free texts. Each new option needs a known kind of value, a list of words, or an entry
    // here.
    const std::set<std::string> free{
        "N", "NUMBER", "LOW,HIGH", "Q,Q,...", "SIZE", "REGEX=REPLACEMENT", "OLD=NEW", "KEY=VALUE", "KEY", "I/N"};
    std::size_t values = 0;
    for (const std::string& verb : verbsOfHelp()) {
        const std::string help = tloupe({verb, "--help"}).out;
        const std::regex pattern("\\n  (?:-.,)?(--[a-z-]+) ([A-Z\\[][^ ]*)");
        for (std::sregex_iterator match(help.begin(), help.end(), pattern), end; match != end; ++match, ++values) {
            const std::string option = (*match)[1];
            const std::string placeholder = (*match)[2];
            const bool isKnown = valueKind(placeholder) != ValueKind::Free || !offered({verb, option, ""}).empty();
            EXPECT_TRUE(isKnown || free.contains(placeholder)) << verb << ' ' << option << ' ' << placeholder;
        }
    }
    EXPECT_GT(values, 40U);
}

TEST(Completion, OffersWhatFits)
{
    const TemporaryFolder folder;
    folder.write("m.safetensors", model());
    const struct {
        Words typed;
        Words offers;
    } cases[]{
        {{"va"}, {"validate"}},
        {{"prune", ""}, {}},
        {{"info", ""}, {filesFollow}},
        {{"info", "m.safetensors", ""}, {}},
        {{"info", "m.safetensors", "--fl"}, {"--flat"}},
        {{"info", "--flat", "--fl"}, {}}, // it was already given
        {{"info", "--flat", "--fam"}, {}}, // --flat excludes it
        {{"info", "--depth", "2", "--fl"}, {}},
        {{"info", "--", "--fl"}, {filesFollow}},
        {{"info", "--nonsense", "--fl"}, {"--flat"}},
        {{"validate", "a", ""}, {filesFollow}},
        {{"diff", "a", "b", ""}, {}},
        {{"diff", "--html", ""}, {filesFollow}},
        {{"diff", "--html=x"}, {filesFollow}},
        {{"diff", "--map", "a=b", "--map", ""}, {}},
        {{"diff", "--map", "a=b", "--ma"}, {"--map"}}, // it may be repeated
        {{"info", "--sort", "si"}, {"size"}},
        {{"info", "--sort", "-si"}, {"-size"}},
        {{"info", "--sort=-si"}, {"--sort=-size"}},
        {{"info", "--columns", "name,dt"}, {"name,dtype"}},
        {{"hash", "--algorithm", "sha2"}, {"sha256"}},
        {{"convert", "--to", ""}, {"safetensors", "bintensors"}},
        {{"export", "--to", "np"}, {"npy", "npz"}},
        {{"convert", "--dtype", "bf"}, {"BF16"}},
        {{"convert", "--dtype=F32=bf"}, {"--dtype=F32=BF16"}},
        {{"stats", "m.safetensors", "em"}, {"embed tokens", "embed.weight"}},
        {{"export", "-o", "x.npz", "m.safetensors", "embed."}, {"embed.weight"}},
        {{"convert", "m.safetensors", "--select", "model.layers.31.attn."},
            {"model.layers.31.attn.k.weight", "model.layers.31.attn.q.weight"}},
        {{"stats", "no-such-file", "em"}, {}},
        {{"stats", "https://host.invalid/m.safetensors", "em"}, {}},
        {{"info", "m.safetensors", "--filter", "sha"}, {"shape:", "shard:"}},
        {{"info", "m.safetensors", "--filter", "attn dtype:b"}, {"attn dtype:bf16"}},
        {{"info", "m.safetensors", "--filter=dtype:b"}, {"--filter=dtype:bf16"}},
        {{"info", "--filter", "stat"}, {}},
        {{"diff", "--filter", "stat"}, {"status:"}},
        {{"git-difftool", "--filter", "stat"}, {"status:"}},
        {{"git-difftool", "--html"}, {}},
        {{"git-difftool", "a", ""}, {filesFollow}},
        {{}, {}},
    };
    for (const auto& [typed, offers] : cases)
        EXPECT_EQ(offered(typed, folder.path()), offers) << testing::PrintToString(typed);
}

TEST(Completion, ShortensManyNamesToTheirNextPart)
{
    const TemporaryFolder folder;
    folder.write("m.safetensors", model());
    // 120 names start with "mod", all of them with "model.layers.".
    const Words parts = offered({"stats", "m.safetensors", "mod"}, folder.path());
    EXPECT_EQ(parts.size(), 60U);
    EXPECT_THAT(parts, Contains("model.layers.59."));
    EXPECT_THAT(parts, Not(Contains("model.layers.59.attn.q.weight")));
}

TEST(Completion, LeavesOutNamesThatNoLineHolds)
{
    const TemporaryFolder folder;
    const std::string bytes = packedBytes<float>({1});
    folder.write("m.safetensors",
        safetensorsOf({{"a\\nb", "F32", "[1]", bytes}, {"a\\tb", "F32", "[1]", bytes}, {"ab", "F32", "[1]", bytes}}));
    EXPECT_THAT(offered({"stats", "m.safetensors", "a"}, folder.path()), ElementsAre("ab"));
    EXPECT_THAT(offered({"stats", "m.safetensors", "a\n"}, folder.path()), IsEmpty());
}

} // namespace loupe::test
