#include "views/writing/save_dialog.h"

#include <gtest/gtest.h>

namespace loupe {
namespace {

std::string nameFor(const char* subject)
{
    return fileNameFor(QString::fromUtf8(subject), QStringLiteral("csv")).toStdString();
}

TEST(SaveDialog, SuggestsANameThatIsNoPath)
{
    EXPECT_EQ(nameFor("model.layers.0.q_proj"), "model.layers.0.q_proj.csv");
    EXPECT_EQ(nameFor("../../etc/passwd"), "_.._etc_passwd.csv");
    EXPECT_EQ(nameFor("a b\nc\xe2\x80\xae"), "a_b_c_.csv");
    EXPECT_EQ(nameFor(""), "tensor.csv");
    EXPECT_EQ(nameFor("..."), "tensor.csv");
    EXPECT_LE(nameFor(std::string(100'000, 'x').c_str()).size(), 120u);
}

} // namespace
} // namespace loupe
