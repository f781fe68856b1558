// What the window shows where the system fails it: each read of the file fails once, or finds it cut, while a view is
// drawn from it. It never crashes and always comes to rest.

#include "items/qt_text.h"
#include "program_run.h"
#include "support/sanitized.h"
#include "support/temporary_file.h"
#include "support/test_data.h"

#include <QImage>

#include <gmock/gmock.h>

#include <cerrno>
#include <filesystem>

namespace loupe {
namespace {

namespace fs = std::filesystem;

TEST(ProgramFaults, EveryViewIsDrawnWhateverReadingDoes)
{
    if (test::isSanitized)
        GTEST_SKIP() << "the library cannot be preloaded";
    constexpr int mostReads = 4;
    const test::TemporaryFolder folder;
    const fs::path model = folder.path() / "model.safetensors";
    const fs::path mark = folder.path() / "mark";
    const fs::path picture = folder.path() / "picture.png";
    for (const char* const view : {"overview", "histogram", "heat-map", "values", "hex", "metadata"}) {
        for (const QString& what : {QString::number(EIO), QStringLiteral("truncate"), QStringLiteral("delete")}) {
            for (int read = 0; read < mostReads; ++read) {
                fs::remove(mark);
                fs::remove(picture);
                fs::copy_file(
                    test::dataPath("safetensors/gpt2-tiny.safetensors"), model, fs::copy_options::overwrite_existing);
                const auto outcome =
                    test::runProgram({QStringLiteral("--select"), QStringLiteral("h.0.attn.c_attn.weight"),
                                         QStringLiteral("--view"), QString::fromLatin1(view),
                                         QStringLiteral("--screenshot"), toQString(picture), toQString(model)},
                        {{QStringLiteral("LD_PRELOAD"), QStringLiteral(LOUPE_FAULT_LIBRARY)},
                            {QStringLiteral("LOUPE_FAULT"), QStringLiteral("pread:%1:%2").arg(what).arg(read)},
                            {QStringLiteral("LOUPE_FAULT_FILE"), toQString(model)},
                            {QStringLiteral("LOUPE_FAULT_MARK"), toQString(mark)},
                            {QStringLiteral("LOUPE_FAULT_UNMAPPED"), QStringLiteral("1")}});
                const std::string which =
                    std::string(view) + ", " + what.toStdString() + " at read " + std::to_string(read);
                if (!fs::exists(mark)) {
                    EXPECT_GT(read, 0) << which;
                    break;
                }
                EXPECT_TRUE(outcome.status == 0 || outcome.status == 2 || outcome.status == 3) << which;
                EXPECT_TRUE(outcome.status == 0 || !outcome.errors.empty()) << which;
                EXPECT_TRUE(outcome.status == 2 || !QImage(toQString(picture)).isNull()) << which;
            }
        }
    }
}

} // namespace
} // namespace loupe
