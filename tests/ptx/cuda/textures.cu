// Texture and surface objects of each shape.
#ifndef __CUDACC_RTC__
#include <cuda_runtime.h>
#endif
extern "C" __global__ void textures(float4 *out, cudaTextureObject_t t, float x, float y, float z, int l) {
    out[0] = tex1Dfetch<float4>(t, l);
    out[1] = tex1D<float4>(t, x);
    out[2] = tex2D<float4>(t, x, y);
    out[3] = tex3D<float4>(t, x, y, z);
    out[4] = tex1DLayered<float4>(t, x, l);
    out[5] = tex2DLayered<float4>(t, x, y, l);
    out[6] = texCubemap<float4>(t, x, y, z);
    out[7] = tex2DLod<float4>(t, x, y, z);
    out[8] = tex2DGrad<float4>(t, x, y, make_float2(x, y), make_float2(y, x));
    out[9] = tex2Dgather<float4>(t, x, y, 2);
    out[10] = make_float4(tex2D<float>(t, x, y), (float)tex2D<int>(t, x, y), (float)tex1Dfetch<unsigned>(t, l), 0);
}
extern "C" __global__ void surfaces(float4 *out, cudaSurfaceObject_t s, int x, int y, int z) {
    surf1Dwrite(surf1Dread<int>(s, x), s, x + 4);
    surf2Dwrite(surf2Dread<float4>(s, x, y), s, x, y + 1);
    surf3Dwrite(surf3Dread<short2>(s, x, y, z), s, x, y, z + 1);
    surf2DLayeredwrite(surf2DLayeredread<unsigned char>(s, x, y, z), s, x, y, z);
    surf2Dwrite(surf2Dread<long long>(s, x, y, cudaBoundaryModeClamp), s, x, y, cudaBoundaryModeZero);
}
extern "C" __global__ void queries(int *out, cudaTextureObject_t t) {
    int v;
    asm("txq.width.b32 %0, [%1];" : "=r"(v) : "l"(t));
    out[0] = v;
    asm("txq.height.b32 %0, [%1];" : "=r"(v) : "l"(t));
    out[1] = v;
    asm("suq.width.b32 %0, [%1];" : "=r"(v) : "l"(t));
    out[2] = v;
    asm("suq.depth.b32 %0, [%1];" : "=r"(v) : "l"(t));
    out[3] = v;
}
