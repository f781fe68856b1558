#pragma once

#include <QProcess>
#include <QProcessEnvironment>
#include <QStringList>

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace loupe::test {

struct ProgramOutcome {
    int status;
    std::string errors;
};

/// Runs tensorloupe as on a machine without a display, with these variables.
inline ProgramOutcome runProgram(const QStringList& arguments, const std::map<QString, QString>& variables = {})
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
        environment.remove(QString::fromLatin1(name));
    environment.insert(
        QStringLiteral("XDG_RUNTIME_DIR"), QStringLiteral("/dev/null/nowhere")); // where Wayland would be
    for (const auto& [name, value] : variables)
        environment.insert(name, value);
    QProcess process;
    process.setProcessEnvironment(environment);
    process.start(QStringLiteral(TENSORLOUPE), arguments);
    EXPECT_TRUE(process.waitForFinished(60'000));
    EXPECT_EQ(process.exitStatus(), QProcess::NormalExit);
    return {process.exitCode(), process.readAllStandardError().toStdString()};
}

} // namespace loupe::test
