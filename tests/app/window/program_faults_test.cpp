// The window's behavior when the system fails: each read of the file fails once, or finds the file truncated or
// deleted, while it is opened and a view is drawn. The program never crashes, always becomes idle, and the picture
// reports the error.

#include "items/jobs/qt_text.h"
#include "program_run.h"
#include "support/file_content.h"
#include "support/sanitized.h"
#include "support/temporary_file.h"
#include "support/test_data.h"

#include <gmock/gmock.h>

#include <cerrno>
#include <filesystem>

namespace loupe {
namespace {

namespace fs = std::filesystem;

class ProgramFaults : public testing::Test {
protected:
    /// Draws a tensor of a new copy of the sample, with `variables`.
    test::ProgramOutcome draw(const char* view, const std::map<QString, QString>& variables = {}) const
    {
        fs::remove(m_mark);
        fs::remove(m_picture);
        fs::copy_file(
            test::dataPath("safetensors/gpt2-tiny.safetensors"), m_model, fs::copy_options::overwrite_existing);
        return test::runProgram(
            {QStringLiteral("--select"), QStringLiteral("h.0.attn.c_attn.weight"), QStringLiteral("--view"),
                QString::fromLatin1(view), QStringLiteral("--screenshot"), toQString(m_picture), toQString(m_model)},
            variables);
    }
    /// `what` happens at read number `read` of the file, from 0. The file is not mapped.
    test::ProgramOutcome drawWithFault(const char* view, const QString& what, int read) const
    {
        return draw(view,
            {{QStringLiteral("LD_PRELOAD"), QStringLiteral(LOUPE_FAULT_LIBRARY)},
                {QStringLiteral("LOUPE_FAULT"), QStringLiteral("pread:%1:%2").arg(what).arg(read)},
                {QStringLiteral("LOUPE_FAULT_FILE"), toQString(m_model)},
                {QStringLiteral("LOUPE_FAULT_MARK"), toQString(m_mark)},
                {QStringLiteral("LOUPE_FAULT_UNMAPPED"), QStringLiteral("1")}});
    }

    /// Lets each read fail in turn. Returns how many pictures show the error, that is, differ from `sound`.
    int drawWithEachFault(const char* view, const QString& what, const std::string& sound) const
    {
        int shown = 0;
        for (int read = 0;; ++read) {
            const auto outcome = drawWithFault(view, what, read);
            if (!fs::exists(m_mark))
                return shown; // there are fewer reads
            const std::string which =
                std::string(view) + ", " + what.toStdString() + " at read " + std::to_string(read);
            const std::string picture = test::readFile(m_picture);
            EXPECT_TRUE(outcome.status == 0 || outcome.status == 3) << which << outcome.errors;
            EXPECT_FALSE(picture.empty()) << which;
            EXPECT_TRUE(outcome.status == 0 || outcome.errors.find("model.safetensors") != std::string::npos) << which;
            shown += outcome.status == 0 && picture != sound; // otherwise the bytes were read earlier, or again
        }
    }

    test::TemporaryFolder m_folder;
    fs::path m_model = m_folder.path() / "model.safetensors";
    fs::path m_mark = m_folder.path() / "mark";
    fs::path m_picture = m_folder.path() / "picture.png";
};

TEST_F(ProgramFaults, EveryViewIsDrawnWhateverReadingDoes)
{
    if (test::isSanitized)
        GTEST_SKIP() << "the library cannot be preloaded";
    for (const char* const view : {"histogram", "heat-map", "values", "hex"}) {
        ASSERT_EQ(draw(view).status, 0);
        const std::string sound = test::readFile(m_picture);
        for (const QString& what : {QString::number(EIO), QStringLiteral("truncate"), QStringLiteral("delete")}) {
            // The order of threads varies, so in any one round, faults may only hit reads that are retried.
            int shown = 0;
            for (int round = 0; round < 3 && shown == 0; ++round)
                shown = drawWithEachFault(view, what, sound);
            EXPECT_GT(shown, 0) << view << ", " << what.toStdString();
        }
    }
}

} // namespace
} // namespace loupe
