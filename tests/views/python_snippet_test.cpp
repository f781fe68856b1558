#include "views/values/python_snippet.h"

#include "support/made_checkpoint.h"

namespace loupe {
namespace {

std::shared_ptr<const Checkpoint> made(std::string_view format, std::string_view name)
{
    test::MadeCheckpoint checkpoint;
    checkpoint.add(name);
    checkpoint->format = format;
    checkpoint->files.front().format = format;
    checkpoint->files.front().path = "/models/my \"best\".bin";
    return checkpoint.take();
}

TEST(PythonSnippet, LoadsOneTensor)
{
    const auto checkpoint = made("safetensors", "h.0.attn.weight");
    EXPECT_EQ(pythonSnippet(*checkpoint, 0, QStringLiteral("numpy")).toStdString(),
        "from safetensors import safe_open\n\n"
        "with safe_open(\"/models/my \\\"best\\\".bin\", framework=\"np\") as file:\n"
        "    tensor = file.get_tensor(\"h.0.attn.weight\")\n");
    const auto other = made("bintensors", "w");
    EXPECT_TRUE(pythonSnippet(*other, 0, QStringLiteral("torch")).startsWith(QStringLiteral("from bintensors import")));
    EXPECT_TRUE(pythonSnippet(*other, 0, QStringLiteral("torch")).contains(QStringLiteral("framework=\"pt\"")));
}

TEST(PythonSnippet, NoneForFormatsWithoutALibrary)
{
    EXPECT_TRUE(snippetLibraries(*made("made", "w")).isEmpty());
    EXPECT_EQ(snippetLibraries(*made("safetensors", "w")).size(), 2);
}

TEST(PythonSnippet, LiteralsAreSafe)
{
    EXPECT_EQ(pythonLiteral(QStringLiteral("a\"); import os #")).toStdString(), "\"a\\\"); import os #\"");
    EXPECT_EQ(pythonLiteral(QStringLiteral("back\\slash\nnew")).toStdString(), "\"back\\\\slash\\nnew\"");
    EXPECT_EQ(pythonLiteral(QStringLiteral("\u202e\u0000x").left(1)).toStdString(), "\"\\U0000202e\"");
    EXPECT_EQ(pythonLiteral(QStringLiteral("größe 😀")), QStringLiteral("\"größe 😀\""));
}

} // namespace
} // namespace loupe
