#include "views/values/python_snippet.h"

#include "core/quantized_groups.h"
#include "formats/opening/registry.h"
#include "items/jobs/qt_text.h"

#include <array>
#include <filesystem>

namespace loupe {

namespace {

struct Library {
    const char* title; ///< display name
    const char* framework; ///< name for safe_open()
};

constexpr std::array<Library, 2> libraries{{{"torch", "pt"}, {"numpy", "np"}}};

/// The Python package that reads a format; empty if there is none.
QString packageOf(std::string_view id)
{
    const Format* const format = findFormat(id);
    return format ? toQString(format->safeOpenPackage) : QString();
}

} // namespace

QStringList snippetLibraries(const Checkpoint& checkpoint)
{
    QStringList titles;
    if (packageOf(checkpoint.format).isEmpty())
        return titles;
    for (const Library& library : libraries)
        titles << QLatin1String(library.title);
    return titles;
}

QString pythonSnippet(const Checkpoint& checkpoint, std::uint32_t tensor, const QString& library)
{
    // For a quantized weight, the snippet loads its codes.
    const auto* const group = checkpoint.quantized ? checkpoint.quantized->of(tensor) : nullptr;
    const Tensor& described =
        group ? checkpoint.quantized->stored->tensors[group->parts.front().tensor] : checkpoint.tensors[tensor];
    std::error_code error;
    std::filesystem::path path = std::filesystem::absolute(checkpoint.files[described.file].path, error);
    if (error)
        path = checkpoint.files[described.file].path;
    const char* framework = libraries.front().framework;
    for (const Library& known : libraries) {
        if (library == QLatin1String(known.title))
            framework = known.framework;
    }
    return QStringLiteral("from %1 import safe_open\n"
                          "\n"
                          "with safe_open(%2, framework=\"%3\") as file:\n"
                          "    %5 = file.get_tensor(%4)\n")
        .arg(packageOf(checkpoint.files[described.file].format), pythonLiteral(toQString(path)),
            QLatin1String(framework), pythonLiteral(toQString(described.name)),
            group ? QStringLiteral("codes") : QStringLiteral("tensor"));
}

QString pythonLiteral(const QString& text)
{
    QString literal = QStringLiteral("\"");
    for (const uint code : text.toUcs4()) {
        const auto category = QChar::category(char32_t(code));
        if (code == '"' || code == '\\')
            literal += QLatin1Char('\\') + QChar(code);
        else if (code == '\n')
            literal += QStringLiteral("\\n");
        else if (category == QChar::Other_Control || category == QChar::Other_Format
            || category == QChar::Separator_Line || category == QChar::Separator_Paragraph)
            literal += QStringLiteral("\\U%1").arg(code, 8, 16, QLatin1Char('0'));
        else
            literal += QString::fromUcs4(reinterpret_cast<const char32_t*>(&code), 1);
    }
    return literal + QLatin1Char('"');
}

} // namespace loupe
