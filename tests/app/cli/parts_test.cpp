// --part and collect: the results of several machines are printed as if by one.

#include "app/cli/parts/division.h"
#include "app/cli/parts/part_file.h"
#include "app/cli/parts/part_run.h"
#include "app/cli/parts/part_set.h"
#include "app/cli/parts/records.h"
#include "app/cli/process.h"
#include "app/cli/written_parts.h"
#include "support/compared_pair.h"
#include "support/temporary_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <limits>
#include <random>

namespace loupe::test {

namespace {

using testing::HasSubstr;

std::string twoTensors()
{
    return safetensorsOf({{"a", "F32", "[4]", packedBytes<float>({1, 2, 3, 4})},
        {"b", "F32", "[4]", packedBytes<float>({1, 2, 3, std::numeric_limits<float>::quiet_NaN()})}});
}

} // namespace

TEST(Parts, ArePrintedAsOneRunPrints)
{
    const CommandWords commands[]{{"scan", "safetensors/all-dtypes-extended.safetensors"},
        {"scan", "--all", "--sort=-nan", "--top=5", "safetensors/many-tensors.safetensors"},
        {"scan", "arrow-nulls/long.arrows"}, {"scan", "safetensors-sharded"},
        {"scan", "--filter", "rank:2", "bintensors/gpt2-tiny.bt"},
        {"stats", "safetensors/all-dtypes-extended.safetensors"},
        {"stats", "--bins=7", "--quantiles=0.1,0.5", "bintensors/gpt2-tiny.bt"},
        {"stats", "--sort=-std", "--top=3", "bintensors/gpt2-tiny.bt", "*weight*"},
        {"hash", "safetensors/gpt2-tiny.safetensors", "bintensors/gpt2-tiny.bt"},
        {"hash", "--tensors", "--algorithm=sha256", "safetensors-sharded"},
        {"diff", "safetensors/gpt2-tiny.safetensors", "bintensors/gpt2-tiny.bt"},
        {"diff", "--atol=0.5", "safetensors/all-dtypes.safetensors", "safetensors/all-dtypes-extended.safetensors"},
        {"diff", "--structure", "safetensors/gpt2-tiny.safetensors", "safetensors/many-tensors.safetensors"},
        {"scan", "safetensors/empty.safetensors"}};
    constexpr std::size_t counts[]{1, 2, 3, 8};
    for (std::size_t i = 0; i < std::size(commands); ++i) {
        const CommandWords& command = commands[i];
        for (std::size_t j = 0; j < std::size(counts); ++j) {
            if (i > 0 && j != 1 + i % 3) // the first command with all counts, the others with one each
                continue;
            const std::size_t parts = counts[j];
            const TemporaryFolder folder;
            const CommandWords paths = writeParts(folder, command, parts);
            for (const char* const form : {"", "--json", "--csv"}) {
                if (command.front() == "hash" && std::string_view(form) == "--csv")
                    continue;
                const CommandWords how = *form ? CommandWords{form} : CommandWords{};
                const Outcome alone = tloupe(joined(command, how));
                const Outcome together = tloupe(joined(joined({"collect"}, how), paths));
                EXPECT_EQ(together.out, alone.out) << testing::PrintToString(command) << form << parts;
                EXPECT_EQ(together.status, alone.status) << testing::PrintToString(command) << together.error;
            }
        }
    }
}

TEST(Parts, SayWhatCannotBeReadAndAreDoneAgain)
{
    const TemporaryFolder folder;
    const std::string whole = twoTensors();
    const std::string model = folder.write("m.safetensors", whole.substr(0, whole.size() - 4)).string();
    const CommandWords command{"scan", "--json", model};
    const Outcome alone = tloupe(command);
    EXPECT_EQ(alone.status, 3);
    const CommandWords paths = writeParts(folder, command, 2);
    const Outcome together = tloupe(joined({"collect", "--json"}, paths));
    EXPECT_EQ(together.out, alone.out);
    EXPECT_EQ(together.status, 3);
    EXPECT_THAT(together.error, HasSubstr("run again: --array=2"));
    const Outcome again = tloupe(joined(command, {"--part", "2/2", "-o", partName(folder, 2)}));
    EXPECT_EQ(again.status, 3);
    EXPECT_THAT(again.error, testing::Not(HasSubstr("already done")));
    const Outcome done = tloupe(joined(command, {"--part", "1/2", "-o", partName(folder, 1)}));
    EXPECT_EQ(done.status, 0);
    EXPECT_THAT(done.error, HasSubstr("already done"));
}

TEST(Parts, AreRefusedWhereTheyAreNotOneRun)
{
    const TemporaryFolder folder;
    const std::string model = folder.write("m.safetensors", twoTensors()).string();
    const auto make = [&](const std::string& name, CommandWords command, const std::string& part) {
        const std::string path = (folder.path() / name).string();
        const Outcome outcome = tloupe(joined(std::move(command), {model, "--part", part, "-o", path}));
        EXPECT_EQ(outcome.status, 0) << outcome.error;
        return path;
    };
    const std::string one = make("one.json", {"scan"}, "1/3");
    const std::string two = make("two.json", {"scan"}, "2/3");
    const std::string three = make("three.json", {"scan"}, "3/3");
    const std::string copy = make("copy.json", {"scan"}, "2/3");
    const std::string other = make("other.json", {"scan", "--all"}, "3/3");
    const std::string ofFour = make("four.json", {"scan"}, "3/4");
    const std::string version = make("version.json", {"scan"}, "3/3");
    rewrite(version, [](PartFile& part) { part.version = "9.9"; });
    const std::string cut = folder.write("cut.json", textOf(three).substr(0, 300)).string();
    const std::string damaged = make("damaged.json", {"scan"}, "3/3");
    std::string text = textOf(damaged);
    text[text.find('3', text.find("\"part\":"))] = '1';
    std::ofstream(damaged, std::ios::binary) << text;
    EXPECT_EQ(textOf(two), textOf(copy)); // the same part is the same file
    const struct {
        CommandWords parts;
        int status;
        std::string says;
        std::string prints;
    } cases[]{
        {{one, two, three}, 1, "", "1 NaN"},
        {{one, three}, 1, "1 part of 3 is missing: 2", "run again: --array=2\n"},
        {{one}, 1, "2 parts of 3 are missing: 2-3", "run again: --array=2-3\n"},
        {{one, two, three, copy}, 2, "is part 2, as", ""},
        {{one, two, other}, 2, "the command is", ""},
        {{one, two, ofFour}, 2, "the number of parts is 4, expected 3", ""},
        {{one, two, version}, 2, "the version of tloupe is 9.9", ""},
        {{one, two, cut}, 3, "is not a complete tloupe part file", "run again: --array=3\n"},
        {{one, two, damaged}, 3, "is damaged", "run again: --array=3\n"},
        {{one, two, model}, 3, "is not a complete tloupe part file", "run again: --array=3\n"},
        {{one, two, "none.json"}, 3, "none.json", "run again: --array=3\n"},
    };
    for (const auto& [parts, status, says, prints] : cases) {
        const Outcome outcome = tloupe(joined({"collect"}, parts));
        EXPECT_EQ(outcome.status, status) << outcome.error;
        EXPECT_THAT(outcome.error, HasSubstr(says));
        EXPECT_THAT(outcome.out, HasSubstr(prints));
    }
    EXPECT_EQ(tloupe({"collect", "--json", one, three}).json(), nlohmann::json::parse(R"({"missing":[2],"of":3})"));
    const Outcome taken = tloupe({"scan", "--all", model, "--part", "1/3", "-o", one});
    EXPECT_EQ(taken.status, 3);
    EXPECT_THAT(taken.error, HasSubstr("belongs to another run"));
    const std::string before = textOf(one);
    folder.write("m.safetensors", twoTensors() + "more");
    const Outcome changed = tloupe({"collect", one, two, three});
    EXPECT_EQ(changed.status, 3);
    EXPECT_THAT(changed.error, HasSubstr("has changed since the parts were computed: the size"));
    EXPECT_EQ(textOf(one), before);
}

/// A folder may have other files.
TEST(Parts, OfAFolderAreCollectedBesideOtherFilesOnceAllAreThere)
{
    const TemporaryFolder folder;
    const std::string model = folder.write("m.safetensors", twoTensors()).string();
    const auto parts = folder.path() / "parts";
    std::filesystem::create_directory(parts);
    const auto make = [&](const char* number) {
        const std::string path = (parts / (std::string("p") + number + ".json")).string();
        EXPECT_EQ(tloupe({"scan", model, "--part", std::string(number) + "/2", "-o", path}).status, 0);
        return path;
    };
    const std::string one = make("1");
    folder.write("parts/empty.json", "");
    const Outcome missing = tloupe({"collect", parts.string()});
    EXPECT_EQ(missing.status, 3);
    EXPECT_THAT(missing.out, testing::StartsWith("run again: --array=2\n"));
    const std::string two = make("2");
    const Outcome all = tloupe({"collect", parts.string()});
    const Outcome expected = tloupe({"collect", one, two});
    EXPECT_EQ(all.status, expected.status) << all.error;
    EXPECT_EQ(all.out, expected.out);
    EXPECT_THAT(all.error, HasSubstr("empty.json: "));
    EXPECT_THAT(all.error, HasSubstr("; left out, as all parts are there"));
    EXPECT_EQ(tloupe({"collect", one, two, (parts / "empty.json").string()}).status, 3) << "which the user names";
}

TEST(Parts, RefuseWhatTheyCannotFindOut)
{
    const std::string model = "safetensors/gpt2-tiny.safetensors";
    const struct {
        CommandWords words;
        std::string says;
    } cases[]{
        {{"scan", model, "--part", "0/8", "-o", "x"}, "parts count from 1 to 8"},
        {{"scan", model, "--part", "9/8", "-o", "x"}, "parts count from 1 to 8"},
        {{"scan", model, "--part", "1", "-o", "x"}, "expected I/N"},
        {{"scan", model, "--part", "1/0", "-o", "x"}, "expected I/N"},
        {{"scan", model, "--part", "1/8"}, "--output"},
        {{"scan", model, "-o", "x"}, "--part"},
        {{"stats", model, "--filter", "nan:>0", "--part", "1/8", "-o", "x"}, "cannot be used with a value filter"},
        {{"diff", model, model, "--detect-renames", "--part", "1/8", "-o", "x"}, "--detect-renames"},
        {{"hash", "--check", "x", "--part", "1/8", "-o", "x"}, "--check"},
    };
    for (const auto& [words, says] : cases) {
        const Outcome outcome = tloupe(words);
        EXPECT_EQ(outcome.status, 2) << outcome.error;
        EXPECT_THAT(outcome.error, HasSubstr(says));
    }
}

/// The printed commands can be pasted: they create the missing parts and replace a damaged one.
TEST(Parts, PrintACommandThatMakesWhatIsMissing)
{
    const TemporaryFolder folder;
    const TemporaryFolder here;
    const std::string model = folder.write("it's a model.safetensors", twoTensors()).string();
    std::filesystem::create_directory(folder.path() / "my parts");
    const auto path = [&](int part) {
        return (folder.path() / "my parts" / ("p" + std::to_string(part) + ".x.json")).string();
    };
    for (int part = 1; part <= 4; ++part)
        ASSERT_EQ(tloupe({"scan", "it's a model.safetensors", "--all", "--part", std::to_string(part) + "/4", "-o",
                             path(part)},
                      folder.path())
                      .status,
            0);
    const Outcome whole = tloupe({"collect", "my parts"}, folder.path());
    for (const TemporaryFolder* const from : {&folder, &here}) {
        const std::string damaged = textOf(path(2)).substr(0, 200);
        std::ofstream(path(2), std::ios::binary) << damaged;
        std::filesystem::remove(path(4));
        const std::string parts = (folder.path() / "my parts").string();
        const Outcome outcome = tloupe({"collect", parts}, from->path());
        EXPECT_EQ(outcome.status, 3);
        EXPECT_THAT(outcome.error, HasSubstr("p2.x.json: is not a complete tloupe part file"));
        EXPECT_THAT(outcome.out, testing::StartsWith("run again: --array=2,4\nfor i in 2 4; do "));
        const auto asJson = tloupe({"collect", "--json", parts}, from->path()).json();
        EXPECT_EQ(asJson["missing"], nlohmann::json({2, 4}));
        EXPECT_EQ(asJson["unreadable"], nlohmann::json({path(2)}));
        const std::string command = outcome.out.substr(outcome.out.find('\n') + 1);
        const Outcome pasted =
            runProgram("sh", {"-c", "tloupe() { \"$0\" \"$@\"; }\n" + command, LOUPE_TLOUPE}, from->path());
        EXPECT_EQ(pasted.status, 0) << pasted.error << command;
        const Outcome again = tloupe({"collect", parts}, from->path());
        EXPECT_EQ(again.out, whole.out) << again.error;
        EXPECT_EQ(again.status, whole.status);
    }
}

TEST(Parts, AreAnsweredInOneDocumentOrQuietly)
{
    const TemporaryFolder folder;
    const std::string model = folder.write("m.safetensors", twoTensors()).string();
    const CommandWords paths = writeParts(folder, {"scan", model}, 2);
    const std::string cut = folder.write("cut.json", textOf(paths[0]).substr(0, 300)).string();
    for (const CommandWords& parts :
        {CommandWords{paths[0], paths[1], cut}, CommandWords{cut, cut}, CommandWords{cut}}) {
        const Outcome outcome = tloupe(joined({"collect", "--json"}, parts));
        EXPECT_EQ(outcome.status, 3);
        EXPECT_THAT(
            outcome.json()["error"]["message"].get<std::string>(), HasSubstr("is not a complete tloupe part file"));
    }
    const Outcome quiet = tloupe({"collect", "--quiet", paths[0]});
    EXPECT_EQ(quiet.status, 1);
    EXPECT_EQ(quiet.out, "");
}

/// Relative paths in parts refer to the folder where the parts were made; the user's paths refer to the current one.
TEST(Parts, AreCollectedFromAnotherFolder)
{
    const TemporaryFolder made;
    const TemporaryFolder here;
    made.write("m.safetensors", twoTensors());
    here.write("m.safetensors", "of something else");
    const std::string part = (made.path() / "p.json").string();
    ASSERT_EQ(tloupe({"diff", "m.safetensors", "m.safetensors", "--part", "1/1", "-o", part}, made.path()).status, 0);
    const std::string mine = made.write("r.html", "mine").string();
    const Outcome outcome = tloupe({"collect", part, "--html", "r.html", "--force"}, here.path());
    EXPECT_EQ(outcome.status, 0) << outcome.error;
    EXPECT_THAT(textOf((here.path() / "r.html").string()), HasSubstr("<html"));
    EXPECT_EQ(textOf(mine), "mine");
    const std::string gone = (made.path() / "gone").string();
    rewrite(part, [&](PartFile& read) { read.folder = gone; });
    std::filesystem::remove(here.path() / "m.safetensors");
    const Outcome lost = tloupe({"collect", part}, here.path());
    EXPECT_EQ(lost.status, 3);
    EXPECT_THAT(lost.error, HasSubstr("cannot enter the folder in which the parts were made"));
    EXPECT_THAT(lost.error, HasSubstr(gone));
}

/// If a part was attempted twice, the attempt that read more is kept, whatever the order.
TEST(Parts, KeepTheAttemptThatReadMore)
{
    const struct {
        std::optional<std::uint64_t> before; ///< `unread` of the part that exists at first
        std::uint64_t meanwhile; ///< `unread` of the one written by another attempt
        bool reads; ///< whether this one can read
        std::uint64_t kept;
    } cases[]{{{}, 1, true, 0}, {{}, 0, false, 0}, {{}, 0, true, 0}, {{}, 1, false, 1}, {1, 0, false, 0},
        {1, 1, true, 0}, {1, 1, false, 1}};
    for (const auto& [before, meanwhile, reads, kept] : cases) {
        const TemporaryFolder folder;
        const TemporaryFolder elsewhere;
        const auto attempt = [](const TemporaryFolder& at, bool isRead, const std::function<void()>& between) {
            CommonOptions options;
            options.quiet = true;
            options.part =
                PartOptions{.part = 1, .of = 1, .output = partName(at, 1), .force = false, .arguments = {"scan", "m"}};
            const Session session(options, std::stop_token());
            PartRun run(session, {.inputs = {}, .units = {{"a", 4}}});
            EXPECT_FALSE(run.begin());
            const Error error{ErrorCode::Io, "cannot read", {}, {}};
            run.add(0, "0", isRead ? nullptr : &error);
            between();
            return run.write();
        };
        attempt(elsewhere, meanwhile == 0, [] {});
        if (before)
            attempt(folder, *before == 0, [] {});
        const ExitStatus status = attempt(folder, reads, [&] {
            std::filesystem::copy_file(
                partName(elsewhere, 1), partName(folder, 1), std::filesystem::copy_options::overwrite_existing);
        });
        const auto read = readPart(partName(folder, 1));
        ASSERT_TRUE(read) << describe(read.error());
        EXPECT_EQ(read->unread, kept);
        EXPECT_EQ(status, kept == 0 ? ExitStatus::Done : ExitStatus::Failed);
    }
}

TEST(Parts, AreNotWrittenOverOtherFiles)
{
    const TemporaryFolder folder;
    const std::string model = folder.write("m.safetensors", twoTensors()).string();
    const std::string path = writeParts(folder, {"scan", model}, 1).front();
    std::string newer = textOf(path);
    newer[newer.find('2', newer.find("schema_version"))] = '3';
    const struct {
        std::string content;
        std::string says;
        bool advisesForce;
    } cases[]{{"notes", "exists and is not a part file: is not a complete tloupe part file", true},
        {newer, "is of version 3 of part files, expected 2", false}};
    for (const auto& [content, says, advisesForce] : cases) {
        folder.write("p1.json", content);
        const Outcome outcome = tloupe({"scan", model, "--part", "1/1", "-o", path});
        EXPECT_EQ(outcome.status, 3);
        EXPECT_THAT(outcome.error, HasSubstr(says));
        EXPECT_EQ(outcome.error.find("--force") != std::string::npos, advisesForce) << outcome.error;
        EXPECT_EQ(textOf(path), content);
    }
    for (const char* const option : {"--force", "--quiet"}) {
        const Outcome outcome = tloupe({"scan", model, "--part", "1/1", "-o", model, option});
        EXPECT_EQ(outcome.status, 3);
        EXPECT_THAT(outcome.error, HasSubstr("is one of the files that are read"));
        EXPECT_EQ(textOf(model), twoTensors());
    }
}

/// A scheduler runs the same command again, without --force.
TEST(Parts, AreMadeAgainWhereTheyAreDamaged)
{
    const TemporaryFolder folder;
    const std::string model = folder.write("m.safetensors", twoTensors()).string();
    const std::string path = writeParts(folder, {"scan", model}, 2).back();
    const std::string whole = textOf(path);
    const auto flippedAt = [&](std::size_t place) {
        std::string text = whole;
        text[place] = static_cast<char>(text[place] ^ 1);
        return text;
    };
    const std::string flipped = flippedAt(whole.find("\"results\"") + 14);
    const std::string hidden = flippedAt(2);
    const std::size_t head = whole.find("\"folder\"");
    std::string ofOther = whole.substr(0, whole.size() / 2);
    ofOther.replace(ofOther.find("scan"), 4, "hash");
    const struct {
        std::string content;
        bool isReplaced;
    } cases[]{{"", true}, {whole.substr(0, 20), true}, {whole.substr(0, head), true},
        {whole.substr(0, whole.size() / 2), true}, {whole.substr(0, whole.size() - 2), true}, {flipped, true},
        {whole + "more", true}, {hidden, false}, {ofOther, false}, {"{\"schema\":1}", false},
        {std::string(whole.size(), '\0'), false}};
    for (const auto& [content, isReplaced] : cases) {
        folder.write("p2.json", content);
        const std::vector<std::string> command{"scan", model, "--part", "2/2", "-o", path};
        const Outcome outcome = tloupe(command);
        EXPECT_EQ(outcome.status, isReplaced ? 0 : 3) << content << outcome.error;
        EXPECT_EQ(textOf(path), isReplaced ? whole : content);
        if (isReplaced)
            continue;
        EXPECT_THAT(outcome.error, HasSubstr("use --force to replace it"));
        EXPECT_EQ(tloupe(joined(command, {"--force"})).status, 0);
        EXPECT_EQ(textOf(path), whole);
    }
}

TEST(Parts, FromStrangersRunNothingAndCrashNothing)
{
    const TemporaryFolder folder;
    const std::string model = folder.write("m.safetensors", twoTensors()).string();
    const std::string target = (folder.path() / "written.safetensors").string();
    const std::function<void(PartFile&)> changes[]{
        [&](PartFile& part) {
            part.arguments = {"convert", "--", model, target};
        },
        [&](PartFile& part) {
            part.arguments = {"diff", "--export-difference=" + target, "--", model, model};
        },
        [&](PartFile& part) {
            part.arguments = {"scan", "--help"};
        },
        [&](PartFile& part) {
            part.arguments = {"collect", "--", partName(folder, 1)};
        },
        [&](PartFile& part) { part.arguments.insert(part.arguments.begin() + 1, "--part=1/1"); },
        [&](PartFile& part) { part.units = std::numeric_limits<std::uint64_t>::max(); },
        [&](PartFile& part) { part.entries.pop_back(); },
        [&](PartFile& part) { part.entries.clear(); },
        [&](PartFile& part) { part.entries.front().record.clear(); },
        [&](PartFile& part) { part.entries.front().record += " 1"; },
        [&](PartFile& part) { part.entries.front().record.resize(20); },
        [&](PartFile& part) { part.entries.front().record = "1 99999"; },
        [&](PartFile& part) { std::ranges::replace(part.entries.back().record, '3', '9'); },
    };
    for (std::size_t i = 0; i < std::size(changes); ++i) {
        writeParts(folder, {"scan", model}, 1);
        rewrite(partName(folder, 1), changes[i]);
        const Outcome outcome = tloupe({"collect", partName(folder, 1)});
        EXPECT_EQ(outcome.status, 3) << i << outcome.out << outcome.error;
        EXPECT_EQ(outcome.out, "") << i;
    }
    EXPECT_FALSE(std::filesystem::exists(target));
}

TEST(Parts, OfAnyTextAreReadOrRefused)
{
    const TemporaryFolder folder;
    const std::string model = folder.write("m.safetensors", twoTensors()).string();
    const CommandWords paths = writeParts(folder, {"scan", model}, 1);
    const std::string text = textOf(paths.front());
    for (std::size_t i = 0; i + 1 < text.size(); ++i) {
        std::string other = text;
        other[i] = static_cast<char>(other[i] ^ 1);
        EXPECT_FALSE(parsePart(text.substr(0, i), "x")) << i;
        const auto read = parsePart(other, "x");
        EXPECT_TRUE(!read || *read == *parsePart(text, "x")) << i;
    }
    KeptTexts texts;
    std::mt19937 random(1);
    const std::string record = parsePart(text, "x")->entries.back().record;
    ASSERT_TRUE(lookOf(record, 4, 1, texts));
    for (int round = 0; round < 20000; ++round) {
        std::string other = record;
        other[random() % other.size()] = "0123456789 -'%ae"[random() % 16];
        if (const auto look = lookOf(other, 4, 1, texts); look && look->health) {
            EXPECT_LT(look->health->summary.firstNonfinite.value_or(0), 4U);
        }
    }
}

TEST(Parts, AreBalancedByBytes)
{
    const auto sizes = [](std::vector<std::uint64_t> bytes, std::uint32_t parts) {
        std::vector<WorkUnit> units;
        for (const std::uint64_t size : bytes)
            units.push_back({"t", size});
        std::vector<std::uint32_t> partOf;
        for (const WorkPiece& piece : divided(units, parts))
            partOf.push_back(piece.part);
        return partOf;
    };
    constexpr std::uint64_t mega = 1 << 20;
    using Parts = std::vector<std::uint32_t>;
    EXPECT_EQ(sizes({}, 8), Parts());
    EXPECT_EQ(sizes({mega, mega, mega, mega}, 2), (Parts{0, 0, 1, 1}));
    EXPECT_EQ(sizes({6 * mega, mega, mega, mega}, 3), (Parts{0, 2, 2, 2}));
    EXPECT_EQ(sizes({0, 0, 0, 0}, 4), (Parts{0, 1, 2, 3}));
    EXPECT_EQ(sizes({mega}, 100000).size(), 1U);
    EXPECT_EQ(sizes({UINT64_MAX, UINT64_MAX}, 2).size(), 2U); // sizes that a header merely claims
    EXPECT_EQ(divided(std::vector<WorkUnit>{{"a", mega}, {"b", 8 * mega, 8}, {"c", mega}}, 3),
        (std::vector<WorkPiece>{
            {0, {}, 0}, {1, SpanRange{0, 2}, 0}, {1, SpanRange{2, 6}, 1}, {1, SpanRange{6, 8}, 2}, {2, {}, 2}}));
    std::mt19937_64 random(1);
    for (int round = 0; round < 2000; ++round) {
        std::vector<WorkUnit> units(random() % 6);
        for (WorkUnit& unit : units)
            unit = {"t", random() % (20 * mega), random() % 3 == 0 ? 1 : 1 + random() % 20};
        const auto parts = static_cast<std::uint32_t>(1 + random() % 40);
        const std::vector<WorkPiece> pieces = divided(units, parts);
        std::size_t unit = 0;
        std::uint64_t span = 0;
        for (const WorkPiece& piece : pieces) { // each span of each unit once, in order
            ASSERT_EQ(piece.unit, unit);
            ASSERT_EQ(piece.range ? piece.range->begin : 0, span);
            ASSERT_LT(piece.part, parts);
            ASSERT_TRUE(!piece.range || (piece.range->size() > 0 && piece.range->size() < units[unit].spans));
            span = piece.range ? piece.range->end : units[unit].spans;
            unit += span == units[unit].spans ? 1 : 0;
            span = span == units[piece.unit].spans ? 0 : span;
        }
        EXPECT_EQ(unit, units.size());
        EXPECT_TRUE(std::ranges::is_sorted(pieces, {}, &WorkPiece::part));
    }
    EXPECT_EQ(foldedNumbers(std::vector<std::uint32_t>{2, 5, 17, 18, 19}), "2,5,17-19");
}

} // namespace loupe::test
