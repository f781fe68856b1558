#include "saving/in_place/edit_recovery.h"

#include "core/text/quote.h"
#include "formats/opening/open_checkpoint.h"
#include "formats/opening/registry.h"
#include "formats/shared/new_file.h"
#include "saving/in_place/header_journal.h"
#include "saving/in_place/header_rewrite.h"
#include "saving/in_place/in_place_file.h"
#include "saving/writing/save.h"
#include "support/file_content.h"
#include "support/temporary_file.h"
#include "support/test_data.h"
#include "support/writable_formats.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <unistd.h>

namespace loupe::test {

namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

/// A file, an edit of it, and the file's content before and after.
class EditRecoveryTest : public testing::TestWithParam<const Format*> {
protected:
    void SetUp() override
    {
        const Format& format = *GetParam();
        m_path = m_folder.path() / ("model" + std::string(format.suffixes.front()));
        fs::copy_file(
            dataPath(&format == &bintensors ? "bintensors/gpt2-tiny.bt" : "safetensors/gpt2-tiny.safetensors"), m_path);
        m_journal = *headerJournalPath(m_path);
        Recipe recipe = copyOf(openCheckpoint(m_path).value(), format);
        for (RecipeItem& item : recipe.items)
            item.name = item.name.starts_with("h.") ? "x" + item.name.substr(1) : item.name;
        const auto planned = planHeaderRewrite(recipe, m_path);
        ASSERT_TRUE(planned.has_value());
        m_old = readFile(m_path);
        m_new = planned->start + m_old.substr(planned->start.size());
        m_edit = {.format = std::string(format.id),
            .fileSize = m_old.size(),
            .before = m_old.substr(0, planned->start.size()),
            .after = planned->start};
    }
    void setFile(std::string_view bytes) const { m_folder.write(m_path.filename().string(), bytes); }
    void setJournal(std::string_view bytes) const { m_folder.write(m_journal.filename().string(), bytes); }
    std::string journalOf(const HeaderEdit& edit) const
    {
        fs::remove(m_journal);
        EXPECT_TRUE(writeHeaderJournal(m_journal, edit).has_value());
        return readFile(m_journal);
    }
    /// The content after an interrupted write: the first part of the header is new.
    std::string halfWritten() const
    {
        const std::size_t half = m_edit.after.size() / 2;
        return m_new.substr(0, half) + m_old.substr(half);
    }
    std::string recover() const
    {
        const auto finding = finishInterruptedEdit(m_path, {}, std::chrono::milliseconds(0));
        return finding ? std::string(finding->code) : std::string();
    }
    /// Expects that recovery does not touch a half-written file if this journal, valid or not, is next to it.
    void expectLeftAlone(std::string_view reason) const
    {
        const std::string half = halfWritten();
        setFile(half);
        const auto finding = finishInterruptedEdit(m_path, {}, std::chrono::milliseconds(0));
        ASSERT_TRUE(finding.has_value());
        EXPECT_EQ(finding->code, "edit-journal");
        EXPECT_EQ(finding->severity, Severity::Warning);
        EXPECT_THAT(finding->message, HasSubstr(reason));
        EXPECT_TRUE(readFile(m_path) == half);
        EXPECT_TRUE(fs::exists(fs::symlink_status(m_journal)));
    }
    void expectLeftAlone(const HeaderEdit& edit, std::string_view reason) const
    {
        journalOf(edit);
        expectLeftAlone(reason);
    }

    TemporaryFolder m_folder;
    fs::path m_path;
    fs::path m_journal;
    std::string m_old;
    std::string m_new;
    HeaderEdit m_edit;
};

TEST_P(EditRecoveryTest, NothingIsSaidOfAFileWithoutAJournal)
{
    EXPECT_EQ(recover(), "");
    EXPECT_FALSE(finishInterruptedEdit(m_folder.path()).has_value());
    EXPECT_FALSE(finishInterruptedEdit(m_folder.path() / "absent").has_value());
}

TEST_P(EditRecoveryTest, AHalfWrittenHeaderIsFinished)
{
    std::mt19937_64 random(11);
    for (const std::size_t piece : {1U, 7U, 512U, 1000U}) {
        for (std::size_t round = 0; round < 50; ++round) {
            journalOf(m_edit);
            std::string mixed = m_old;
            for (std::size_t at = 0; at < m_edit.after.size(); at += piece) {
                const std::size_t size = std::min(piece, m_edit.after.size() - at);
                if (random() % 2 == 0)
                    mixed.replace(at, size, m_new, at, size);
            }
            if (mixed == m_old)
                continue;
            setFile(mixed);
            ASSERT_EQ(recover(), "edit-finished");
            ASSERT_TRUE(readFile(m_path) == m_new);
            ASSERT_FALSE(fs::exists(m_journal));
            ASSERT_EQ(recover(), "");
        }
    }
}

TEST_P(EditRecoveryTest, WhatWasNotBegunIsDropped)
{
    journalOf(m_edit);
    const auto time = fs::last_write_time(m_path);
    EXPECT_EQ(recover(), "edit-undone");
    EXPECT_TRUE(readFile(m_path) == m_old);
    EXPECT_EQ(fs::last_write_time(m_path), time);
    EXPECT_FALSE(fs::exists(m_journal));
}

TEST_P(EditRecoveryTest, WhatWasDoneIsKept)
{
    journalOf(m_edit);
    setFile(m_new);
    EXPECT_EQ(recover(), "edit-finished");
    EXPECT_TRUE(readFile(m_path) == m_new);
    EXPECT_FALSE(fs::exists(m_journal));
}

TEST_P(EditRecoveryTest, OpeningRecoversAndSaysSoOnce)
{
    journalOf(m_edit);
    setFile(halfWritten());
    const fs::path folder = m_folder.path() / "links";
    fs::create_directory(folder);
    fs::create_symlink(m_path, folder / m_path.filename());
    for (const std::size_t findings : {1U, 0U}) {
        const auto opened = openRecovered(findings == 1 ? folder : m_path);
        ASSERT_TRUE(opened.has_value());
        ASSERT_EQ((*opened)->findings.list().size(), findings);
        EXPECT_TRUE((*opened)->findings.referenceAccepts());
        EXPECT_TRUE(std::any_of((*opened)->tensors.begin(), (*opened)->tensors.end(),
            [](const Tensor& tensor) { return tensor.name.starts_with("x."); }));
    }
}

TEST_P(EditRecoveryTest, ADamagedJournalIsLeftAlone)
{
    const std::string whole = journalOf(m_edit);
    const auto parsed = parseHeaderJournal(whole);
    ASSERT_TRUE(parsed.has_value());
    EXPECT_EQ(parsed->format, m_edit.format);
    EXPECT_EQ(parsed->fileSize, m_edit.fileSize);
    EXPECT_EQ(parsed->before, m_edit.before);
    EXPECT_EQ(parsed->after, m_edit.after);
    for (std::size_t size = 0; size < whole.size(); size += size < 200 ? 1 : 97)
        EXPECT_FALSE(parseHeaderJournal(whole.substr(0, size)).has_value()) << size;
    for (std::size_t at = 0; at < whole.size(); at += at < 200 ? 1 : 97) {
        std::string flipped = whole;
        flipped[at] = static_cast<char>(flipped[at] ^ 4);
        EXPECT_FALSE(parseHeaderJournal(flipped).has_value()) << at;
    }
    EXPECT_FALSE(parseHeaderJournal(whole + ' ').has_value());
    setJournal(whole.substr(0, whole.size() - 1));
    expectLeftAlone("is not whole");
    setJournal("");
    expectLeftAlone("is not a journal of an edit");
    std::string flipped = whole;
    flipped[whole.size() / 2] ^= 1;
    setJournal(flipped);
    expectLeftAlone("is damaged");
}

TEST_P(EditRecoveryTest, AJournalThatWouldChangeMoreIsLeftAlone)
{
    HeaderEdit edit = m_edit;
    edit.format = "pickle";
    expectLeftAlone(edit, "is of the format \"pickle\", which is not known");
    edit = m_edit;
    edit.fileSize += 1;
    expectLeftAlone(edit, "is of a file of another size");
    // Recovery must not write beyond the header, whatever length it claims.
    edit = m_edit;
    edit.before += m_old.substr(m_edit.before.size(), 8);
    edit.after += "12345678";
    expectLeftAlone(edit, "the header does not end after");
    edit = m_edit;
    edit.before = m_old;
    edit.after = m_edit.after + std::string(m_old.size() - m_edit.after.size(), 'x');
    expectLeftAlone(edit, "the header does not end after");
    // Not a valid header.
    edit = m_edit;
    edit.after.replace(edit.after.size() - 200, 190, 190, '\xff');
    expectLeftAlone(edit, "holds a header that is not valid");
}

TEST_P(EditRecoveryTest, AJournalWithOtherShapesIsLeftAlone)
{
    // The same header except for one shape with the same number of elements: [8, N] becomes [N, 8] if its text has the
    // same length.
    const auto content = GetParam()->readBack(m_edit.after, m_edit.fileSize);
    ASSERT_TRUE(content.has_value());
    std::vector<NewTensor> tensors;
    FileLayout layout;
    std::vector<std::uint64_t> turned;
    for (const Tensor& tensor : content->tensors) {
        layout.order.push_back(static_cast<std::uint32_t>(tensors.size()));
        layout.ranges.push_back({tensor.bytes.begin - m_edit.after.size(), tensor.bytes.end - m_edit.after.size()});
        tensors.push_back({tensor.name, tensor.shape, tensor.dtype});
        if (turned.empty() && tensor.shape.size() == 2 && tensor.shape[0] != tensor.shape[1]) {
            turned = {tensor.shape[1], tensor.shape[0]};
            tensors.back().shape = turned;
        }
    }
    ASSERT_FALSE(turned.empty());
    auto header = GetParam()->writer->header(tensors, layout, content->metadata);
    ASSERT_TRUE(header.has_value());
    ASSERT_LE(header->size() + 8, m_edit.after.size());
    header->resize(m_edit.after.size() - 8, ' ');
    HeaderEdit edit = m_edit;
    edit.after = m_edit.after.substr(0, 8) + *header;
    ASSERT_TRUE(GetParam()->readBack(edit.after, edit.fileSize)->findings.referenceAccepts());
    journalOf(edit);
    std::string mixed = m_old;
    const auto first = std::mismatch(edit.after.begin(), edit.after.end(), m_old.begin()).first - edit.after.begin();
    mixed[first] = edit.after[first];
    setFile(mixed);
    EXPECT_EQ(recover(), "edit-journal");
    EXPECT_TRUE(readFile(m_path) == mixed);
}

TEST_P(EditRecoveryTest, AFileThatIsNoMixtureIsLeftAlone)
{
    journalOf(m_edit);
    for (const std::size_t at : {std::size_t{0}, std::size_t{9}, m_edit.before.size() - 1}) {
        std::string other = halfWritten();
        other[at] = static_cast<char>(m_old[at] ^ m_new[at] ^ 0x55);
        ASSERT_TRUE(other[at] != m_old[at] && other[at] != m_new[at]);
        setFile(other);
        EXPECT_EQ(recover(), "edit-journal");
        EXPECT_TRUE(readFile(m_path) == other);
    }
    // The file is smaller than the header, or no longer exists.
    fs::resize_file(m_path, 10);
    EXPECT_EQ(recover(), "edit-journal");
    EXPECT_EQ(fs::file_size(m_path), 10U);
    fs::remove(m_path);
    recover();
    EXPECT_FALSE(fs::exists(m_path));
}

TEST_P(EditRecoveryTest, AnUntouchedFileStaysSoWhateverLiesBesideIt)
{
    HeaderEdit edit = m_edit;
    edit.after.replace(8, 100, 100, 'x');
    journalOf(edit);
    EXPECT_EQ(recover(), "edit-undone");
    EXPECT_TRUE(readFile(m_path) == m_old);
}

TEST_P(EditRecoveryTest, AJournalMustBeAPlainFileOfSomeoneTrusted)
{
    journalOf(m_edit);
    fs::rename(m_journal, m_folder.path() / "elsewhere");
    fs::create_symlink("elsewhere", m_journal);
    expectLeftAlone("cannot be opened");
    fs::remove(m_journal);
    fs::create_directory(m_journal);
    expectLeftAlone("is not a regular file");
    fs::remove(m_journal);
    // A sparse file, which may have any size.
    setJournal(std::string(journalMagic));
    fs::resize_file(m_journal, std::uintmax_t{1} << 40);
    expectLeftAlone("is larger than a journal of this file can be");
    if (geteuid() != 0)
        return; // only root can give files away
    constexpr uid_t someone = 12345;
    journalOf(m_edit);
    ASSERT_EQ(chown(m_journal.c_str(), someone, static_cast<gid_t>(-1)), 0);
    expectLeftAlone("belongs to another user");
    ASSERT_EQ(chown(m_path.c_str(), someone, static_cast<gid_t>(-1)), 0);
    EXPECT_EQ(recover(), "edit-finished") << "the file's owner could have written it as well";
    EXPECT_TRUE(readFile(m_path) == m_new);
}

TEST_P(EditRecoveryTest, WhereATrustedJournalCannotBeReadTheFileIsNotReliedOn)
{
    journalOf(m_edit);
    setFile(halfWritten());
    fs::permissions(m_journal, fs::perms::none);
    fs::permissions(m_folder.path(), fs::perms::all);
    const bool isRoot = geteuid() == 0; // root can read everything
    constexpr uid_t someone = 12345;
    ASSERT_EQ(isRoot ? seteuid(someone) : 0, 0);
    const auto finding = finishInterruptedEdit(m_path, {}, std::chrono::milliseconds(0));
    ASSERT_EQ(isRoot ? seteuid(0) : 0, 0);
    ASSERT_TRUE(finding.has_value());
    EXPECT_EQ(finding->severity, Severity::Error);
    EXPECT_EQ(finding->code, "edit-interrupted");
    EXPECT_THAT(finding->message, HasSubstr(m_journal.filename().string()));
    EXPECT_THAT(finding->message, HasSubstr("opened by a user who can read the journal"));
    EXPECT_TRUE(readFile(m_path) == halfWritten());
    if (!isRoot)
        return;
    // Anyone could have put this journal there.
    ASSERT_EQ(chown(m_journal.c_str(), someone, static_cast<gid_t>(-1)), 0);
    expectLeftAlone("belongs to another user");
    fs::permissions(m_journal, fs::perms::owner_read);
    ASSERT_EQ(chown(m_journal.c_str(), 0, static_cast<gid_t>(-1)), 0);
    EXPECT_EQ(recover(), "edit-finished");
}

TEST_P(EditRecoveryTest, AnEditThatIsUnderWayIsNotTouched)
{
    journalOf(m_edit);
    const std::string half = halfWritten();
    setFile(half);
    {
        const auto other = InPlaceFile::open(m_path, std::chrono::milliseconds(0), {});
        ASSERT_TRUE(other.has_value() && other->has_value());
        EXPECT_EQ(recover(), "edit-under-way");
        EXPECT_TRUE(readFile(m_path) == half);
        EXPECT_TRUE(fs::exists(m_journal));
    }
    EXPECT_EQ(recover(), "edit-finished");
}

TEST_P(EditRecoveryTest, WhoCannotWriteTheFileSeesThatAnEditIsUnderWay)
{
    journalOf(m_edit);
    setFile(halfWritten());
    fs::permissions(m_folder.path(), fs::perms::all);
    const bool isRoot = geteuid() == 0; // root can write everything
    constexpr uid_t someone = 12345;
    const auto recoverAsReader = [&] {
        fs::permissions(m_path, fs::perms::owner_read | fs::perms::group_read | fs::perms::others_read);
        EXPECT_EQ(isRoot ? seteuid(someone) : 0, 0);
        std::string code = recover();
        EXPECT_EQ(isRoot ? seteuid(0) : 0, 0);
        fs::permissions(m_path, fs::perms::owner_read | fs::perms::owner_write);
        return code;
    };
    {
        const auto other = InPlaceFile::open(m_path, std::chrono::milliseconds(0), {});
        ASSERT_TRUE(other.has_value() && other->has_value());
        EXPECT_EQ(recoverAsReader(), "edit-under-way");
    }
    EXPECT_EQ(recoverAsReader(), "edit-interrupted");
    // Readers do not lock each other out.
    const auto reader = InPlaceFile::openForReading(m_path, std::chrono::milliseconds(0), {});
    ASSERT_TRUE(reader.has_value() && reader->has_value());
    EXPECT_EQ(recoverAsReader(), "edit-interrupted");
    EXPECT_TRUE(readFile(m_path) == halfWritten());
}

TEST_P(EditRecoveryTest, AnEditIsFinishedInEachShard)
{
    const fs::path folder = m_folder.path() / "shards";
    fs::create_directory(folder);
    Recipe recipe = copyOf(openCheckpoint(m_path).value(), *GetParam());
    recipe.shardSize = 50'000;
    const auto plan = makePlan(recipe);
    const auto target = saveTarget(folder / m_path.filename(), *plan, *GetParam());
    ASSERT_TRUE(save(recipe, *plan, target, {}).has_value());
    for (const fs::path& shard : target.files) {
        const Recipe copy = copyOf(openCheckpoint(shard).value(), *GetParam());
        const auto planned = planHeaderRewrite(copy, shard);
        ASSERT_TRUE(planned.has_value());
        // A crash has left the first letter of a name changed, and the second unchanged.
        std::string bytes = readFile(shard);
        HeaderEdit edit{.format = std::string(GetParam()->id),
            .fileSize = bytes.size(),
            .before = planned->start,
            .after = planned->start};
        for (const char mark : {'A', 'B'}) {
            const std::size_t at = planned->start.find(copy.items.front().name);
            ASSERT_NE(at, std::string::npos);
            (mark == 'A' ? edit.before : edit.after)[at + (mark == 'A' ? 0 : 1)] = mark;
        }
        ASSERT_TRUE(writeHeaderJournal(*headerJournalPath(shard), edit).has_value());
    }
    const auto opened = openRecovered(*target.index);
    ASSERT_TRUE(opened.has_value());
    std::size_t finished = 0;
    for (const Finding& finding : (*opened)->findings.list())
        finished += finding.code == "edit-finished";
    EXPECT_EQ(finished, target.files.size());
}

TEST_P(EditRecoveryTest, TheJournalsNameMustFit)
{
    EXPECT_EQ(headerJournalPath("folder/model.bt"), fs::path("folder/.model.bt.tloupe-journal"));
    EXPECT_TRUE(headerJournalPath(std::string(239, 'n')).has_value());
    EXPECT_FALSE(headerJournalPath(std::string(240, 'n')).has_value());
}

INSTANTIATE_TEST_SUITE_P(Formats, EditRecoveryTest, testing::Values(&bintensors, &safetensors),
    [](const auto& format) { return std::string(format.param->id); });

} // namespace

} // namespace loupe::test
