#include "items/session/drag_files.h"

#include "await.h"
#include "items/jobs/qt_text.h"
#include "support/opened.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace loupe {
namespace {

class DragFilesTest : public testing::Test {
protected:
    DragFilesTest()
    {
        QObject::connect(&m_files, &DragFiles::ready, [this](const QStringList& paths) { m_paths = paths; });
        QObject::connect(&m_files, &DragFiles::failed, [this](const Error& error) { m_error = error; });
    }
    template <typename Member>
    bool prepare(RecipeMaker recipe, Member end)
    {
        test::Signal ended(&m_files, end);
        m_files.prepare(std::move(recipe));
        return ended.await();
    }

    DragFiles m_files;
    QStringList m_paths;
    std::optional<Error> m_error;
};

std::string contentOf(const QString& path)
{
    std::ifstream file(toPath(path), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

TEST_F(DragFilesTest, EachTensorIsAFileThatEndsInItsBytes)
{
    const auto opened = test::openData("safetensors/gpt2-tiny.safetensors");
    const auto& tensors = opened->checkpoint->tensors;
    ASSERT_TRUE(prepare(editedRecipe(StagedEdits(opened->checkpoint)), &DragFiles::ready));
    ASSERT_EQ(static_cast<std::size_t>(m_paths.size()), tensors.size());
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        const std::string content = contentOf(m_paths[static_cast<qsizetype>(i)]);
        std::string bytes(tensors[i].bytes.size(), '\0');
        ASSERT_TRUE(opened->checkpoint->files[0].source->read(
            tensors[i].bytes.begin, std::as_writable_bytes(std::span(bytes))));
        EXPECT_TRUE(content.starts_with("\x93NUMPY")) << tensors[i].name;
        if (tensors[i].dtype == DType::BF16) { // NumPy lacks BF16: written as F32
            std::string wide;
            for (std::size_t at = 0; at < bytes.size(); at += 2)
                wide += std::string(2, '\0') + bytes.substr(at, 2);
            bytes = std::move(wide);
            EXPECT_THAT(content, testing::HasSubstr("'descr': '<f4'")) << tensors[i].name;
        }
        EXPECT_TRUE(content.ends_with(bytes)) << tensors[i].name;
    }
}

TEST_F(DragFilesTest, FilesStayUntilTheObjectGoes)
{
    QStringList first;
    {
        DragFiles files;
        test::Signal ready(&files, &DragFiles::ready);
        QObject::connect(&files, &DragFiles::ready, [&](const QStringList& paths) { first += paths; });
        for (int round = 0; round < 2; ++round) {
            files.prepare(editedRecipe(StagedEdits(test::openData("safetensors/gpt2-tiny.safetensors")->checkpoint)));
            ASSERT_TRUE(ready.await());
        }
        for (const QString& path : first)
            EXPECT_TRUE(std::filesystem::exists(toPath(path))) << path.toStdString();
    }
    ASSERT_FALSE(first.isEmpty());
    for (const QString& path : first)
        EXPECT_FALSE(std::filesystem::exists(toPath(path).parent_path())) << path.toStdString();
}

TEST_F(DragFilesTest, TooMuchIsRefusedBeforeAnythingIsWritten)
{
    const auto opened = test::openData("safetensors/gpt2-tiny.safetensors");
    const auto many = [opened](const Work&) -> Result<WantedTensors> {
        WantedTensors wanted;
        wanted.recipe.items.resize(DragFiles::mostFiles + 1, {opened->checkpoint, 0, "name", DType::F32});
        return wanted;
    };
    ASSERT_TRUE(prepare(many, &DragFiles::failed));
    ASSERT_TRUE(m_error);
    EXPECT_EQ(m_error->code, ErrorCode::TooLarge);
    EXPECT_THAT(m_error->message, testing::HasSubstr("1,001 tensors"));
}

} // namespace
} // namespace loupe
